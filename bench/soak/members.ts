import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { onePixel } from '../../tests/support/one-pixel.ts';
import { any, type Member, signUp, type World } from './people.ts';

/** What the server writes for a member's pages; it is a hint, not a right. */
const HINT = { headers: { cookie: 'lakou-hint=in' } };
const ARRIVES_MS = 30_000;

/** One key is enough: making one takes longer than anything else here. */
const publicKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ type: 'spki', format: 'der' })
  .toString('base64');

/** A life in one minute: looks around, keeps, rates, watches, takes a film along, comes back, and leaves for good. */
export async function memberOnce(world: World): Promise<void> {
  const member = await signUp(world, 'member');
  if (!member) return;
  await lookAround(world, member);
  await keepAndRate(world, member);
  await takeAlong(world, member);
  await signInAgain(world, member);
  const { error } = await member.client.functions.invoke('delete-account', { body: {} });
  if (error) throw new Error(`an account could not be deleted: ${error.message}`);
  const { email, password } = member;
  const again = await member.client.auth.signInWithPassword({ email, password });
  if (!again.error) throw new Error('a deleted account can sign in');
}

async function lookAround(world: World, { client, id }: Member): Promise<void> {
  const page = world.record.as('member’s page');
  const film = any(world.free);
  for (const path of ['/films', '/watchlist', '/account', '/subscribe', `/titles/${film}`, `/films/${film}`])
    await page(world.url + path, HINT);
  await expectRows(client.rpc('list_titles', { of_kind: 'movie', page: 1 }), 'titles');
  await client.rpc('search', { query: any(['tanbou', 'lanmou', 'kafe', 'brooklyn']) });
  const path = `${id}/${randomUUID()}.png`;
  await client.storage.from('profile-images').upload(path, onePixel, { contentType: 'image/png' });
}

async function keepAndRate(world: World, { client, id }: Member): Promise<void> {
  const film = any(world.free);
  await client.from('watchlist').insert({ user_id: id, movie_id: film });
  await expectRows(client.from('watchlist').select('movie_id').eq('user_id', id), 'kept films');
  const review = { user_id: id, movie_id: film, rating: 4, review_text: 'Bèl bagay.' };
  await client.from('reviews').insert(review);
  const others = await client.from('reviews').select('id').eq('movie_id', film).neq('user_id', id).limit(5);
  if (others.data?.length)
    await client.from('review_votes').insert({ review_id: any(others.data).id, user_id: id });
  const place = { media_type: 'movie', media_id: film, position: 12, duration: 60 };
  await client.rpc('save_progress', place);
  await expectRows(client.rpc('continue_watching'), 'begun films');
  await world.record.as('quality')(`${world.url}/playback-quality`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify({
      ...{ id: film, zone: 'America/Port-au-Prince', codec: 'h264', begins: true, first_picture_ms: 1500 },
      ...{ stalls: 0, stalled_ms: 0, played_ms: 60_000, rung_ms: 60_000, kilobits: 18_000, errors: 0 },
    }),
  });
}

/** Buys a pass, and with it the right to take a film along; gives another as a present. */
async function takeAlong(world: World, { client, id }: Member): Promise<void> {
  await pay(world, client, { pass: 'day' });
  const licence = { device: randomUUID(), publicKey, wanted: { mediaType: 'movie', id: any(world.sold) } };
  const taken = await client.functions.invoke('offline-licence', { body: licence });
  if (taken.error && !isRefusal(taken.error)) throw taken.error;
  const gift = { recipient_name: 'Manno', from_name: 'Rose', language: 'ht', pass: 'week' };
  const { data: order } = await client.rpc('create_gift', gift).single<{ id: string }>();
  if (!order) throw new Error('nothing could be given');
  await pay(world, client, { orderId: order.id });
  const given = await client.rpc('my_gifts');
  if (given.data?.[0]?.status !== 'paid' && !given.data?.[0]?.code)
    throw new Error(`a paid gift has no code: ${JSON.stringify(given.data ?? given.error)}`);
  await expectRows(client.rpc('my_payments'), `payments of ${id}`);
}

export async function pay(world: World, client: SupabaseClient, body: object): Promise<void> {
  const { data, error } = await client.functions.invoke('create-checkout', { body });
  if (error) throw new Error(`nothing could be bought: ${error.message}`);
  const form = new URLSearchParams({ action: 'pay', webhook: 'before' });
  await world.record.as('pay')(data.url, { method: 'POST', body: form, redirect: 'manual' });
}

async function signInAgain({ record }: World, { client, email, password }: Member): Promise<void> {
  const renewed = await client.auth.refreshSession();
  if (renewed.error) throw new Error(`a session could not be renewed: ${renewed.error.message}`);
  await expectRows(client.rpc('my_sessions'), 'sessions');
  await client.rpc('download_my_data');
  await client.auth.signOut({ scope: 'local' });
  const again = await client.auth.signInWithPassword({ email, password });
  if (again.error) throw new Error(`a member could not come back: ${again.error.message}`);
  record.count('life of a member');
}

/** A visitor follows a topic in which its author answers: the answer has to arrive. */
export async function listenOnce(world: World): Promise<void> {
  const author = await signUp(world, 'post');
  if (!author) return;
  const topic = await author.client
    .from('forum_topics')
    .insert({ title: `Sijè ${randomUUID().slice(0, 8)}`, content: 'Kiyès ki la?', user_id: author.id })
    .select('id')
    .single();
  if (topic.error) return;
  const listener = createClient(world.url, world.anonKey, { auth: { persistSession: false } });
  try {
    const arrival = Promise.withResolvers<'live'>();
    await listen(listener, topic.data.id, () => arrival.resolve('live'));
    const answer = { topic_id: topic.data.id, user_id: author.id, content: 'Mwen la.' };
    const posted = await author.client.from('forum_posts').insert(answer);
    if (posted.error) return;
    const late = sleep(ARRIVES_MS, 'late' as const, { ref: false });
    if ((await Promise.race([arrival.promise, late])) === 'late')
      throw new Error('an answer did not arrive live');
    world.record.count('answer that arrived live');
  } finally {
    await listener.removeAllChannels();
    await listener.realtime.disconnect();
  }
}

/** Resolves when the server has confirmed the subscription. */
async function listen(client: SupabaseClient, topic: string, onArrival: () => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const answers = { event: 'INSERT', schema: 'public', table: 'forum_posts', filter: `topic_id=eq.${topic}` };
  client
    .channel(`topic-${topic}`)
    .on('postgres_changes', answers as never, onArrival)
    .on('system', {}, ({ status, message }) => {
      if (status === 'ok') resolve();
      else reject(new Error(`nobody can listen: ${message}`));
    })
    .subscribe((status, error) => {
      if (error) reject(new Error(`nobody can listen: ${status} ${error.message}`));
    });
  await promise;
}

function isRefusal(error: { context?: { status?: number } }): boolean {
  const status = error.context?.status ?? 500;
  return status >= 400 && status < 500;
}

async function expectRows(
  query: PromiseLike<{ data: unknown; error: { message: string } | null }>,
  what: string,
): Promise<void> {
  const { data, error } = await query;
  if (error) throw new Error(`${what}: ${error.message}`);
  if (!Array.isArray(data) || data.length === 0) throw new Error(`no ${what}`);
}
