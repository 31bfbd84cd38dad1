import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { onePixel } from '../../tests/support/one-pixel.ts';
import type { Role } from './mix.ts';
import type { Tally } from './tally.ts';
import type { Visitor } from './visitor.ts';
import { watch } from './watch.ts';

export interface World {
  url: string;
  anonKey: string;
  /** A free film with a stream. */
  film(): string;
  /** Films that can be bought. */
  sold: string[];
  topics: string[];
  paths: string[];
}

export interface Person {
  visitor: Visitor;
  userId?: string;
}

export const any = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T;
/** Thinking and reading times differ. */
const pause = (ms: number) => sleep(ms * (0.5 + Math.random()));

/** Those who need an account; of those who watch, every fifth has one. */
export function needsAccount(role: Role, number: number): boolean {
  return role === 'reply' || role === 'pay' || role === 'upload' || (role === 'watch' && number % 5 === 0);
}

export async function signUp(person: Person, world: World): Promise<void> {
  const account = { email: `${randomUUID()}@egzanp.test`, password: 'yon-modpas-ki-long' };
  const answer = await person.visitor.post('write', '/auth/v1/signup', account, { apikey: world.anonKey });
  if (answer.status !== 200)
    throw new Error(`nobody can sign up: ${answer.status} ${answer.body.toString('utf8', 0, 200)}`);
  const { access_token, user } = JSON.parse(answer.body.toString()) as {
    access_token?: string;
    user: { id: string };
  };
  if (!access_token)
    throw new Error('accounts have to be confirmed: start the server with AUTH_CONFIRM_EMAIL=no');
  person.visitor.token = access_token;
  person.userId = user.id;
}

/** One round of what this person does. */
export const ACTIONS: Record<
  Role,
  (person: Person, world: World, tally: Tally, isOver: () => boolean) => Promise<void>
> = {
  watch,

  async browse({ visitor }, { paths }) {
    await visitor.send('page', any(paths));
    await pause(6_000);
  },

  /** While somebody types, as the search page does. */
  async search({ visitor }, { anonKey }) {
    const words = any(['tanbou', 'lanmou', 'kafe', 'brooklyn', 'mapou']);
    for (const length of [2, 4, words.length]) {
      const query = encodeURIComponent(words.slice(0, length));
      await visitor.send('api', `/rest/v1/rpc/search?query=${query}`, { headers: { apikey: anonKey } });
      await pause(400);
    }
    await visitor.send('page', `/films?q=${words}`);
    await pause(8_000);
  },

  /** Reads a topic and answers. The forum refuses more than a few answers a minute. */
  async reply({ visitor, userId }, { topics }) {
    const topic = any(topics);
    await visitor.send('page', `/forum/topic/${topic}`);
    await pause(10_000);
    await visitor.post('write', '/rest/v1/forum_posts', {
      topic_id: topic,
      user_id: userId,
      content: `Mwen dakò. ${randomUUID().slice(0, 8)}`,
    });
    await pause(20_000);
  },

  async pay({ visitor }, { sold, url }) {
    const id = any(sold);
    await visitor.send('page', `/films/${id}`);
    const wanted = { title: 'x', mediaType: 'movie', type: 'purchase', price: 1, thumbnailUrl: '', id };
    const answer = await visitor.post('write', '/functions/v1/create-checkout', wanted);
    if (answer.status === 200) {
      const place = new URL((JSON.parse(answer.body.toString()) as { url: string }).url);
      await pause(5_000);
      await visitor.send('write', new URL(place.pathname + place.search, url).href.slice(url.length), {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'action=pay&webhook=before',
      });
    }
    await pause(20_000);
  },

  /** A portrait, which the server decodes and makes smaller. */
  async upload({ visitor, userId }) {
    await visitor.send('write', `/storage/v1/object/profile-images/${userId}/${randomUUID()}.png`, {
      method: 'POST',
      headers: { 'content-type': 'image/png' },
      body: onePixel,
    });
    await pause(20_000);
  },
};
