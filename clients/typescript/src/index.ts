/**
 * Plays on an Undercroft server: takes seats, follows and plays them over as many connections as that takes, and serves
 * bots that a server asks for their turns.
 *
 * It is thin. Messages are those generated from the protos (`undercroft-client/v1/match` and its like), and commented
 * there; whatever has no method here is called on `Client.games`, `Client.matches` and `Client.bots`.
 */
export type { Backoff } from "./backoff.js";
export { Client, connect, type ConnectionNews, type Following, type Joined, type Options } from "./connect.js";
export { Closed, ProtocolError, Refused, TakenOver } from "./errors.js";
export { Reason } from "./gen/undercroft/v1/refusal_pb.js";
export { entriesOf, isOver } from "./inbox.js";
export { Seat } from "./seat.js";
export { type Bot, Serving } from "./serving.js";
export { newId, Token, TOKEN_BYTES } from "./tokens.js";
