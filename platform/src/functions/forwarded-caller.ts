import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { contextAddress, isLoopback, peerAddress } from '../client-address.ts';

/**
 * Where the person is for whom a function signs in: without it, all of them would be one address, this machine. The
 * function says so in `x-caller-address`; that is believed from this machine alone, with the service key.
 */
export function forwardedCaller(context: Context, serviceKey: string): string | undefined {
  const address = context.req.header('x-caller-address');
  if (!address || !isLoopback(contextAddress(context, peerAddress))) return undefined;
  return isEqual(context.req.header('x-service-key') ?? '', serviceKey) ? address : undefined;
}

function isEqual(given: string, wanted: string): boolean {
  const [a, b] = [given, wanted].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
