import { type ErrorKey, errorMessages, isErrorKey } from '@lakou/contract/errors';
import { type Film, type Playback, playbackInput, TICKET_SECONDS } from '@lakou/contract/playback';
import type { PostgrestError } from '@supabase/supabase-js';
import { asCaller, callerClaims } from '../_shared/caller.ts';
import { asService } from '../_shared/service.ts';
import { bindTicket } from './bind-ticket.ts';
import { describeDevice } from './describe-device.ts';

/** A ticket for `{ mediaType, id }` with the playlist's address, if the one rule says yes; else the key of why not. */
export default {
  async fetch(request: Request): Promise<Response> {
    if (request.method !== 'POST') return Response.json({ error: 'use_post' }, { status: 405 });
    const wish = playbackInput.safeParse(await request.json().catch(() => undefined));
    if (!wish.success) return refusal(404, 'movie_not_found');
    const { mediaType: media_type, id: media_id, replaces } = wish.data;
    const binding = bindTicket(request);
    // A visitor has nothing but an address, which only we can vouch for; a member is whoever the token says.
    const client = isVisitor(request) ? asService() : asCaller(request);
    const { data, error, status } = await client.rpc('start_playback', {
      media_type,
      media_id,
      device: describeDevice(request.headers.get('user-agent') ?? ''),
      address: request.headers.get('x-forwarded-for')?.split(',')[0]?.trim() ?? '',
      ...(replaces ? { replaces } : {}),
      ...(binding ? { bound_to: binding.bound_to } : {}),
    });
    if (error) return explain(status, error);
    const { stream, session, ticket, expires_at, film, position } = data as unknown as Started;
    const base = `/stream/${stream}/`;
    const answer: Playback = {
      session,
      url: `${base}master.m3u8?ticket=${ticket}`,
      audioUrl: film.audio_only ? `${base}audio.m3u8?ticket=${ticket}` : null,
      base,
      expiresAt: expires_at,
      film,
      position,
    };
    const headers = new Headers({ 'cache-control': 'no-store' });
    if (binding) headers.append('set-cookie', binding.cookie(stream, session, TICKET_SECONDS));
    return Response.json(answer, { headers });
  },
};

interface Started {
  session: string;
  stream: string;
  ticket: string;
  expires_at: string;
  film: Film;
  position: number;
}

/** Without a token, or with the public key alone. A token that cannot be read is the database's to refuse. */
function isVisitor(request: Request): boolean {
  if (!request.headers.has('authorization')) return true;
  try {
    return callerClaims(request).sub === undefined;
  } catch {
    return false;
  }
}

function explain(status: number, { hint, details, message }: PostgrestError): Response {
  if (isErrorKey(hint)) return refusal(status, hint, details ? (JSON.parse(details) as object) : {});
  // An expired or forged token.
  if (status === 401) return refusal(401, 'not_authenticated');
  throw new Error(`start_playback: ${message}`);
}

function refusal(status: number, error: ErrorKey, more: object = {}): Response {
  const answer = { error, message: errorMessages.en[error], ...more };
  return Response.json(answer, { status, headers: { 'cache-control': 'no-store' } });
}
