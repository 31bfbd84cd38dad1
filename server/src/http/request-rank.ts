import type { IncomingMessage } from 'node:http';
import { serviceOf } from './service-of.ts';

/** Who is refused first when there is too much to do. `served`: files that play or that pages are made of, and probes. */
export type Rank = 'visitor' | 'member' | 'essential' | 'served';

const PLAIN_SIGN_IN = /^\/login(?:\/session)?$/;
const PLAYBACK = /^\/(?:functions\/v1\/playback|rest\/v1\/rpc\/start_playback)\/?$/;

/** `path` as the router reads it. `hasDelivery`: nginx asks this process before it sends films. */
export function rankOf(
  path: string,
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  hasDelivery = false,
): Rank {
  const service = serviceOf(path);
  if (service === 'delivery') return hasDelivery ? 'served' : 'visitor';
  if (service === 'stream' || service === 'assets' || service === 'operations') return 'served';
  if (service === 'auth' || PLAYBACK.test(path)) return 'essential';
  // The same sign-in, by plain form.
  if (method === 'POST' && PLAIN_SIGN_IN.test(path)) return 'essential';
  if (service === 'web') return 'visitor';
  return isMember(headers.authorization) ? 'member' : 'visitor';
}

/** By what the token says, unchecked: a forged one only waits in another queue before it is refused. */
function isMember(authorization: string | undefined): boolean {
  const [, payload] = authorization?.split('.') ?? [];
  if (payload === undefined) return false;
  return !Buffer.from(payload, 'base64url').toString('latin1').includes('"role":"anon"');
}
