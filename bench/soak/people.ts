import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Ledger } from './ledger.ts';

export interface World {
  url: string;
  anonKey: string;
  serviceKey: string;
  record: Ledger;
  /** Free films with a stream. */
  free: string[];
  /** Films that can be bought. */
  sold: string[];
}

export const any = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T;

/** Looks at a page or two, and watches the beginning of a film. */
export async function viewOnce(world: World): Promise<void> {
  const { url, record } = world;
  const page = record.as('page');
  const film = any(world.free);
  const paths = [
    '/',
    '/categories',
    '/series',
    '/forum',
    '/films?sort=rating',
    `/films/${film}`,
    `/titles/${film}`,
  ];
  for (let n = 0; n < 2; n += 1) {
    await page(url + any(paths));
    await sleep(300 * Math.random());
  }
  const stream = record.as('stream');
  const asked = await record.as('play')(`${url}/functions/v1/playback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ mediaType: 'movie', id: any(world.free) }),
  });
  if (!asked.ok) return;
  const given = asked.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  const { url: address, base } = (await asked.json()) as { url: string; base: string };
  const master = await stream(url + address, { headers: { cookie: given.join('; ') } });
  const cookie = [...given, ...master.headers.getSetCookie().map((one) => one.split(';')[0])].join('; ');
  const get = (file: string) => stream(url + base + file, { headers: { cookie } });
  const rungs = (await master.text()).match(/^v\d+\/playlist\.m3u8$/gm) ?? [];
  const rung = any(rungs).split('/')[0];
  const segments = (await (await get(`${rung}/playlist.m3u8`)).text()).match(/^[\w-]+\.m4s$/gm) ?? [];
  for (const segment of segments.slice(0, 4)) {
    await get(`${rung}/${segment}`);
    await sleep(100);
  }
}

export interface Member {
  client: SupabaseClient;
  id: string;
  email: string;
  password: string;
}

/** A new member, unless the server refuses; the client's other requests are counted under `kind`. */
export async function signUp(world: World, kind: string): Promise<Member | undefined> {
  const [joining, doing] = [world.record.as('session'), world.record.as(kind)];
  const client = createClient(world.url, world.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: (input, init) => (String(input).includes('/auth/v1/') ? joining : doing)(input, init),
    },
  });
  const account = { email: `${randomUUID()}@egzanp.test`, password: 'yon-modpas-ki-long' };
  const { data } = await client.auth.signUp(account);
  return data.user ? { client, id: data.user.id, ...account } : undefined;
}

/** Signs up, creates a topic, answers in another and reads. The forum's rate limits can refuse some of it. */
export async function postOnce(world: World): Promise<void> {
  const person = await signUp(world, 'post');
  if (!person) return;
  const { client, id } = person;
  const reading = createClient(world.url, world.anonKey, {
    auth: { persistSession: false },
    global: { fetch: world.record.as('read') },
  });
  const opened = await client
    .from('forum_topics')
    .insert({ title: `Sijè ${randomUUID().slice(0, 8)}`, content: 'Ki sa nou panse?', user_id: id })
    .select('id')
    .single();
  if (opened.error) return;
  for (let n = 0; n < 3; n += 1) {
    await client
      .from('forum_posts')
      .insert({ topic_id: opened.data.id, user_id: id, content: `Repons ${n}` });
    await reading.from('forum_posts').select('id, content').eq('topic_id', opened.data.id).limit(20);
    await sleep(500);
  }
}

/** Signs up, buys a film in the sandbox, and checks the purchase. */
export async function payOnce(world: World): Promise<void> {
  const person = await signUp(world, 'buy');
  if (!person) return;
  const film = any(world.sold);
  const buying = { title: 'x', mediaType: 'movie', type: 'purchase', price: 1, thumbnailUrl: '', id: film };
  const { data, error } = await person.client.functions.invoke('create-checkout', { body: buying });
  if (error) throw new Error(`nothing could be bought: ${error.message}`);
  const body = new URLSearchParams({ action: 'pay', webhook: 'before' });
  await world.record.as('pay')(data.url, { method: 'POST', body, redirect: 'manual' });
  const { data: canWatch } = await person.client.rpc('can_watch', { media_type: 'movie', media_id: film });
  if (canWatch !== true) throw new Error('somebody paid and may not watch');
}

/** Uploads a film in parts, waits until it is playable, and deletes it. */
export async function ingestOnce(world: World, file: string): Promise<void> {
  const service = createClient(world.url, world.serviceKey, {
    auth: { persistSession: false },
    global: { fetch: world.record.as('ingest') },
  });
  const movie = await service.from('movies').insert({ title: 'Yon fim tou nèf' }).select('id').single();
  if (movie.error) throw new Error(`no film could be made: ${movie.error.message}`);
  const { id } = movie.data;
  await uploadInParts(world, `movies/${id}.mp4`, readFileSync(file));
  for (;;) {
    await sleep(1_000);
    const { data: job } = await service.from('media_jobs').select('status').eq('movie_id', id).maybeSingle();
    if (job?.status === 'failed') throw new Error('a film could not be prepared');
    if (job?.status === 'done') break;
  }
  await service.from('movies').delete().eq('id', id);
}

const PART_BYTES = 256 * 1024;

/** As tus does it; after each part the offset is asked for, as after a broken connection. */
async function uploadInParts({ url, serviceKey, record }: World, name: string, bytes: Buffer): Promise<void> {
  const send = record.as('upload in parts');
  const headers = { authorization: `Bearer ${serviceKey}`, 'tus-resumable': '1.0.0' };
  const metadata = { bucketName: 'movies', objectName: name, contentType: 'video/mp4' };
  const described = Object.entries(metadata).map(
    ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
  );
  const created = await send(`${url}/storage/v1/upload/resumable`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(bytes.length), 'upload-metadata': described.join(',') },
  });
  if (!created.ok) throw new Error(`an upload was answered with ${created.status}`);
  const place = new URL(created.headers.get('location') ?? '', url).href;
  for (let offset = 0; offset < bytes.length; ) {
    const part = new Uint8Array(bytes.subarray(offset, offset + PART_BYTES));
    const answer = await send(place, {
      method: 'PATCH',
      headers: {
        ...headers,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      body: part,
    });
    if (!answer.ok) throw new Error(`a part of a film was answered with ${answer.status}`);
    offset += part.length;
    if (offset === bytes.length) return;
    const stored = await send(place, { method: 'HEAD', headers });
    if (Number(stored.headers.get('upload-offset')) !== offset) throw new Error('a part of a film got lost');
  }
}
