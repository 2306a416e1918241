// Package undercroft plays on an Undercroft server: it takes seats, follows and plays them over as many connections as
// that takes, and serves bots that a server asks for their turns.
//
// It is thin. Messages are those of package undercroftv1, generated from the protos, and commented there; whatever has
// no method here is called on [Client.Games], [Client.Matches] and [Client.Bots]. What it adds is what is easy to get
// wrong: a lost connection is made anew and resumed without a fact lost or told twice, an unanswered command is sent
// again under its own id, and refusals are a type of their own, [Refused].
package undercroft
