import type { IncomingMessage } from 'node:http';
import type { Context } from 'hono';

/** What @hono/node-server passes to the application with each request. */
type NodeEnvironment = { Bindings: { incoming?: IncomingMessage } };

export type AddressOf = (incoming: IncomingMessage) => string;

/** The peer itself. Right where no proxy stands in front. */
export const peerAddress: AddressOf = (incoming) => incoming.socket.remoteAddress ?? 'unknown';

/** Where a request comes from; `unknown` when it did not arrive over a socket. */
export function contextAddress(context: Context, addressOf: AddressOf): string {
  const { incoming } = (context.env ?? {}) as NodeEnvironment['Bindings'];
  return incoming ? addressOf(incoming) : 'unknown';
}
