import type { Database } from '@lakou/contract/database-types';
import { playbackInput } from '@lakou/contract/playback/inputs';
import { TICKET_SECONDS } from '@lakou/contract/playback/limits';
import type { Film, Playback } from '@lakou/contract/playback/responses';
import { type Caller, callerAddress, optionalCaller } from '../_shared/caller.ts';
import { type Client, callerClient, serviceClient } from '../_shared/clients.ts';
import { databaseRefusal } from '../_shared/database-refusal.ts';
import { describeDevice } from '../_shared/describe-device.ts';
import { readInput } from '../_shared/read-input.ts';
import { requireMethod, serveFunction } from '../_shared/serve-function.ts';
import { type Binding, bindTicket } from './bind-ticket.ts';

/** `{ mediaType, id }`: a ticket with the playlist's address for those who can watch the title. */
export default serveFunction(async (request) => {
  requireMethod(request, 'POST');
  const client = clientOf(request);
  const input = await readInput(request, playbackInput, { status: 404, key: 'movie_not_found' });
  const binding = bindTicket(request);
  const started = await startPlayback(client, {
    media_type: input.mediaType,
    media_id: input.id,
    device: describeDevice(request.headers.get('user-agent') ?? ''),
    address: callerAddress(request),
    ...(input.replaces && { replaces: input.replaces }),
    ...(binding && { bound_to: binding.bound_to }),
  });
  return presentPlayback(started, binding);
});

/** A visitor has nothing but an address, which the database believes from us alone; a member has a token. */
function clientOf(request: Request): Client {
  let caller: Caller | undefined;
  try {
    caller = optionalCaller(request);
  } catch {
    // A token that cannot be read is refused by the database.
    return callerClient(request);
  }
  return caller?.client ?? serviceClient();
}

interface StartedPlayback {
  session: string;
  stream: string;
  ticket: string;
  expires_at: string;
  film: Film;
  position: number;
}

/** The database authorises and creates the ticket in one transaction. */
async function startPlayback(
  client: Client,
  input: Database['public']['Functions']['start_playback']['Args'],
): Promise<StartedPlayback> {
  const { data, error, status } = await client.rpc('start_playback', input);
  if (error) throw databaseRefusal('start_playback', status, error);
  return data as unknown as StartedPlayback;
}

function presentPlayback(started: StartedPlayback, binding: Binding | undefined): Response {
  const { stream, session, ticket, expires_at, film, position } = started;
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
}
