// Command bot plays on an Undercroft server: it joins matches by their codes, or waits to be asked for turns.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"

	"undercroft.dev/api/undercroft"
)

const usage = `usage: bot join --server HOST:PORT [--ca FILE] [--name NAME] CODE…
       bot serve --server HOST:PORT [--ca FILE] --name NAME --games GAME[,GAME] [--token FILE]`

type options struct {
	server, ca, name, games, token string
	codes                          []string
}

func main() {
	if len(os.Args) < 2 || os.Args[1] != "join" && os.Args[1] != "serve" {
		fmt.Fprintln(os.Stderr, usage)
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "bot:", err)
		os.Exit(1)
	}
}

func run(command string, arguments []string) error {
	options := parse(command, arguments)
	client, err := undercroft.Dial(options.server, undercroft.Options{CAFile: options.ca})
	if err != nil {
		return err
	}
	defer client.Close()
	if command == "join" {
		return join(client, options)
	}
	return serve(client, options)
}

func parse(command string, arguments []string) options {
	var options options
	flags := flag.NewFlagSet("bot "+command, flag.ExitOnError)
	flags.StringVar(&options.server, "server", "127.0.0.1:7070", "the `address` of the server")
	flags.StringVar(&options.ca, "ca", "", "speak TLS, and trust the authorities in this PEM `file`")
	flags.StringVar(&options.name, "name", "", "what the others call the bot")
	if command == "serve" {
		flags.StringVar(&options.games, "games", "", "ids of the `games` it plays, with commas between")
		flags.StringVar(&options.token, "token", "", "the `file` in which the bot's token is kept, by default NAME.token")
	}
	_ = flags.Parse(arguments) // exits if there is an error
	options.codes = flags.Args()
	if err := options.check(command); err != nil {
		fmt.Fprintf(os.Stderr, "bot: %v\n%s\n", err, usage)
		os.Exit(2)
	}
	return options
}

func (o *options) check(command string) error {
	switch {
	case command == "join" && len(o.codes) == 0:
		return errors.New("a join code is needed")
	case command == "serve" && (o.name == "" || o.games == ""):
		return errors.New("--name and --games are needed")
	case command == "serve" && len(o.codes) > 0:
		return fmt.Errorf("nothing is known of %s", strings.Join(o.codes, " "))
	}
	return nil
}
