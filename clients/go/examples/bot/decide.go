package main

import "math/rand/v2"

// decide picks one of the legal actions, given by their codes: put your bot here.
//
// view is the JSON of what the seat sees, entries are those of its journal that it hasn't been given before (join) or
// all of them (serve); ../dungeonoffear decodes both for one game.
func decide(view string, entries []string, legal []int32) int32 {
	return legal[rand.IntN(len(legal))]
}
