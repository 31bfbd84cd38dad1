import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Context } from 'hono';

/** What @hono/node-server passes to the application with each request. */
type NodeEnvironment = { Bindings: { incoming?: IncomingMessage } };

export type AddressOf = (incoming: IncomingMessage) => string;

/** Of a text that is no address. */
const LONGEST_ADDRESS = 45;

/** The peer itself. Right where no proxy stands in front. */
export const peerAddress: AddressOf = (incoming) => incoming.socket.remoteAddress ?? 'unknown';

/** Where a request comes from; `unknown` when it did not arrive over a socket. */
export function contextAddress(context: Context, addressOf: AddressOf): string {
  const { incoming } = (context.env ?? {}) as NodeEnvironment['Bindings'];
  return incoming ? addressOf(incoming) : 'unknown';
}

/**
 * What every limit per address counts by. One household has a whole /64 of IPv6, so that network counts as one address;
 * an IPv4-mapped address counts as IPv4. In SQL, private.address_key does the same.
 */
export function addressKey(address: string): string {
  const [plain = ''] = address.split('%', 1);
  if (isIP(plain) !== 6) return plain.slice(0, LONGEST_ADDRESS);
  const groups = groupsOf(plain);
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return `${groups.slice(0, 4).join(':')}::/64`;
  return groups
    .slice(6)
    .flatMap((group) => {
      const pair = Number.parseInt(group, 16);
      return [pair >> 8, pair & 255];
    })
    .join('.');
}

/** The eight groups of an IPv6 address, in their shortest form. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0');
  return [...left, ...zeros, ...right];
}

/** This machine: our functions, a proxy without its header, a shell. */
export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');
}
