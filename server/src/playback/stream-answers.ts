import { errorMessages } from '@lakou/contract/errors';
import type { PlaybackRefusal } from '@lakou/contract/playback/responses';
import type { Context } from 'hono';
import type { Environment } from '../http/environment.ts';
import type { Refusal } from './playback-gate.ts';

const safeHeaders = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin' };
export const refusalHeaders = { ...safeHeaders, 'cache-control': 'no-store' };

/** Sent by a page of another origin. Programs and old browsers do not send the header. */
export function isCrossSite(context: Context<Environment>): boolean {
  const site = context.req.header('sec-fetch-site') ?? 'none';
  return site !== 'same-origin' && site !== 'none';
}

export function keyAnswer(key: Uint8Array<ArrayBuffer> | undefined): Response | undefined {
  const headers = { 'content-type': 'application/octet-stream', 'cache-control': 'no-store', ...safeHeaders };
  return key && new Response(key, { headers });
}

export function refuse(error: Refusal): Response {
  const answer: PlaybackRefusal = { error, message: errorMessages.en[error] };
  return Response.json(answer, { status: error === 'too_many_streams' ? 409 : 401, headers: refusalHeaders });
}

export function notFound(): Response {
  const answer = { error: 'not_found', message: 'Nothing lives at this address.' };
  return Response.json(answer, { status: 404, headers: refusalHeaders });
}
