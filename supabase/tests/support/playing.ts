import { randomUUID } from 'node:crypto';
import { fixture, type Thing } from './fixtures.ts';
import type { Actor, As } from './world.ts';

export interface Ticket {
  session: string;
  stream: string;
  ticket: string;
  position: number;
}

/** Gives a title a stream. */
export function withVideo(as: As, name: Thing): Promise<string> {
  const column = name.includes('episode') ? 'episode_id' : 'movie_id';
  return as('owner').value(
    `insert into private.streams (${column}, status, film) values ($1, 'whole', '{"duration": 100}') returning id`,
    fixture[name],
  );
}

export function start(actor: Actor, name: Thing, replaces: string | null = null): Promise<Ticket> {
  return actor.value('select start_playback($1, $2, $3)', mediaType(name), fixture[name], replaces);
}

export function mediaType(name: Thing): 'movie' | 'episode' {
  return name.includes('episode') ? 'episode' : 'movie';
}

/** Exchanges a ticket as the server does: returns the cookie, or why not. */
export async function exchange(
  as: As,
  { ticket, stream }: Pick<Ticket, 'ticket' | 'stream'>,
  cookie: string = randomUUID(),
  before: string | null = null,
): Promise<string | { cookie: string }> {
  const [row] = await as('owner').query<{ refusal: string | null; session: string | null }>(
    `select * from private.exchange_ticket(encode(sha256($1::text::bytea), 'hex'), $2, $3, 'browser', '{}', $4)`,
    ticket,
    stream,
    cookie,
    before,
  );
  return row?.refusal ?? { cookie };
}

export function goOn(as: As, cookie: string, stream: string): Promise<string | null> {
  return as('owner').value(
    `select refusal from private.continue_playback($1, $2, 'browser')`,
    cookie,
    stream,
  );
}

export async function playAFilm(as: As, actor: Actor, name: Thing = 'free movie') {
  await withVideo(as, name);
  const ticket = await start(actor, name);
  const cookie: string = randomUUID();
  await exchange(as, ticket, cookie);
  return { ...ticket, cookie };
}
