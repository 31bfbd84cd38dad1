/** What one connection, and all of them together, may ask of us. */
export interface RealtimeLimits {
  connections: number;
  /** Per address, when the server can tell addresses apart. */
  connectionsPerAddress: number;
  channelsPerConnection: number;
  joinsPerSecond: number;
  /** Everything a connection sends, heartbeats included. */
  messagesPerSecond: number;
  /** Per caller of the HTTP API. */
  httpMessagesPerSecond: number;
  /** Bindings to row changes in one channel. */
  changesPerChannel: number;
  messageBytes: number;
  presenceBytes: number;
  /** What may wait for a client that reads too slowly. */
  waitingBytes: number;
  /** A row beyond this is delivered without its large values. */
  recordBytes: number;
  /** A connection that says nothing for so long is gone; clients send a heartbeat every 25 or 30 seconds. */
  silenceMs: number;
  /** How often we look for changes whose notification was missed while the database was out of reach. */
  catchUpMs: number;
  /** How often processes tell each other that they live; one that is silent for four times as long is gone. */
  aliveMs: number;
}

export const defaultLimits: RealtimeLimits = {
  connections: 10_000,
  connectionsPerAddress: 200,
  channelsPerConnection: 100,
  joinsPerSecond: 100,
  messagesPerSecond: 200,
  httpMessagesPerSecond: 500,
  changesPerChannel: 100,
  messageBytes: 1024 * 1024,
  presenceBytes: 16 * 1024,
  waitingBytes: 4 * 1024 * 1024,
  recordBytes: 1024 * 1024,
  silenceMs: 65_000,
  catchUpMs: 5_000,
  aliveMs: 5_000,
};
