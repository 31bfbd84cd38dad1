import { isIP } from 'node:net';
import type { Context } from 'hono';
import { addressKey } from '../client-address.ts';
import type { Auth } from './auth.ts';
import { AuthError, invalid } from './errors.ts';

export type Body = Record<string, unknown>;

/** What a session stores about its device. */
export interface Device {
  userAgent: string;
  address: string | undefined;
  /** What rate limits count by: the address, or for IPv6 its /64 network. */
  network: string | undefined;
}

/** Metadata is part of every token, and a token too long for a header would lock its user out. */
const MAX_METADATA_BYTES = 6144;

export async function readBody(context: Context): Promise<Body> {
  const text = await context.req.text();
  let body: unknown;
  try {
    body = JSON.parse(text === '' ? '{}' : text);
  } catch {
    throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON');
  }
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Body;
  throw new AuthError(400, 'bad_json', 'The request body must be a JSON object');
}

/** A text field; missing and null are empty, anything else is refused. */
export function readText(body: Body, name: string): string {
  const value = body[name] ?? '';
  if (typeof value !== 'string') {
    throw new AuthError(400, 'bad_json', `Could not parse request body: ${name} must be a string`);
  }
  if (value.includes('\0')) throw invalid(`${name} must not contain null characters`);
  return value;
}

/** An e-mail address in lower case; empty when there is none. */
export function readEmail(body: Body, name = 'email'): string {
  const email = readText(body, name).trim().toLowerCase();
  if (email === '') return '';
  // Deliberately narrow: no quotes or comments, nothing with a meaning in a mail header.
  if (
    email.length > 255 ||
    !/^[^\s@"'(),:;<>[\]\\\p{C}]+@[^\s@"'(),:;<>[\]\\\p{C}]+\.[^\s@"'(),:;<>[\]\\\p{C}.]+$/u.test(email)
  ) {
    throw invalid('Unable to validate email address: invalid format');
  }
  return email;
}

/** A phone number as E.164 without the plus; empty when there is none. */
export function readPhone(body: Body, name = 'phone'): string {
  const phone = readText(body, name).replace(/[\s+]/g, '');
  if (phone !== '' && !/^[1-9]\d{6,14}$/.test(phone)) {
    throw invalid('Invalid phone number format (E.164 required)');
  }
  return phone;
}

/** The metadata that users can set themselves. */
export function readMetadata(body: Body, name = 'data'): Record<string, unknown> | undefined {
  const data = body[name] ?? undefined;
  if (data === undefined) return undefined;
  if (typeof data !== 'object' || Array.isArray(data)) throw invalid(`${name} must be an object`);
  const text = JSON.stringify(data);
  if (Buffer.byteLength(text) > MAX_METADATA_BYTES) throw invalid(`${name} must not be larger than 6 KB`);
  if (text.includes('\\u0000')) throw invalid(`${name} must not contain null characters`);
  return data as Record<string, unknown>;
}

export interface Challenge {
  challenge: string;
  method: 's256' | 'plain';
}

/** PKCE: both fields or none. */
export function readChallenge(body: Body): Challenge | undefined {
  const challenge = readText(body, 'code_challenge');
  const method = readText(body, 'code_challenge_method').toLowerCase();
  if (challenge === '' && method === '') return undefined;
  if (challenge === '' || method === '') {
    throw invalid('PKCE flow requires code_challenge_method and code_challenge');
  }
  if (method !== 's256' && method !== 'plain') throw invalid('Invalid code challenge method');
  if (challenge.length < 43 || challenge.length > 128) {
    throw invalid('code challenge has to be between 43 and 128 characters');
  }
  if (!/^[\w.~-]+$/.test(challenge)) {
    throw invalid(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  }
  return { challenge, method };
}

export function deviceOf(auth: Auth, context: Context): Device {
  const address = auth.clientAddress(context)?.split('%', 1)[0] ?? '';
  const isAddress = isIP(address) !== 0;
  return {
    userAgent: (context.req.header('user-agent') ?? '').slice(0, 512),
    address: isAddress ? address : undefined,
    network: isAddress ? addressKey(address) : undefined,
  };
}

/** Responses with tokens must not be cached. */
export function answer(context: Context, body: object, status: 200 | 201 = 200): Response {
  context.header('cache-control', 'no-store');
  return context.json(body, status);
}
