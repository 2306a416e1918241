package undercroft

// TokenOf gives the token of a seat to tests; a program has it already.
func TokenOf(seat *Seat) Token { return seat.token }
