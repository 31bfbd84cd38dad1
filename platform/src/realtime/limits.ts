/** Limits per connection and for all connections together. */
export interface RealtimeLimits {
  connections: number;
  /** Per client address, if `addressOf` is given. */
  connectionsPerAddress: number;
  channelsPerConnection: number;
  joinsPerSecond: number;
  /** Everything a connection sends, heartbeats included. */
  messagesPerSecond: number;
  /** Per caller of the HTTP API. */
  httpMessagesPerSecond: number;
  /** Bindings to row changes in one channel. */
  changesPerChannel: number;
  /** In the filters of all bindings of one channel together. */
  conditionsPerChannel: number;
  /** Different ones in the filters of all subscriptions together. */
  regularExpressions: number;
  messageBytes: number;
  presenceBytes: number;
  /** Outgoing bytes queued for a slow client before it is disconnected. */
  waitingBytes: number;
  /** A larger row is delivered without its large values. */
  recordBytes: number;
  /** A connection without messages for this long is closed; clients send a heartbeat every 25 or 30 seconds. */
  silenceMs: number;
  /** How often changes with a missed notification are looked for. */
  catchUpMs: number;
  /** Interval of the heartbeats between processes; a peer without one for four intervals is removed. */
  heartbeatMs: number;
}

export const defaultLimits: RealtimeLimits = {
  connections: 10_000,
  connectionsPerAddress: 200,
  channelsPerConnection: 100,
  joinsPerSecond: 100,
  messagesPerSecond: 200,
  httpMessagesPerSecond: 500,
  changesPerChannel: 100,
  conditionsPerChannel: 100,
  regularExpressions: 50,
  messageBytes: 1024 * 1024,
  presenceBytes: 16 * 1024,
  waitingBytes: 4 * 1024 * 1024,
  recordBytes: 1024 * 1024,
  silenceMs: 65_000,
  catchUpMs: 5_000,
  heartbeatMs: 5_000,
};
