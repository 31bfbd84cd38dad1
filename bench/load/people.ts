import { randomUUID } from 'node:crypto';
import { edit } from './edit.ts';
import type { Role } from './mix.ts';
import type { Person } from './person.ts';
import { textOf } from './visitor.ts';
import { watch } from './watch.ts';

export const any = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T;

/** Those who need an account; of those who watch, every fifth has one. */
export function needsAccount(role: Role | 'edit', number: number): boolean {
  return role === 'reply' || role === 'pay' || role === 'upload' || (role === 'watch' && number % 5 === 0);
}

/** One round of what this person does. */
export const ACTIONS: Record<Role | 'edit', (person: Person) => Promise<void>> = {
  watch,
  edit,

  async browse(person) {
    await person.open(any(person.world.paths));
    await person.pause(6_000);
  },

  /** While somebody types, as the search page does. */
  async search(person) {
    const { visitor, world } = person;
    const words = any(['tanbou', 'lanmou', 'kafe', 'brooklyn', 'mapou']);
    for (const length of [2, 4, words.length]) {
      const query = encodeURIComponent(words.slice(0, length));
      await visitor.send(
        'api',
        `/rest/v1/rpc/search?query=${query}&select=kind,id,title,subtitle,image_url`,
        {
          headers: { apikey: world.anonKey },
        },
      );
      await person.pause(400);
    }
    await person.open(`/search?q=${words}`);
    await person.pause(8_000);
  },

  /** Reads a topic and answers. The forum refuses more than a few answers a minute. */
  async reply(person) {
    const topic = any(person.world.topics);
    await person.open(`/forum/topic/${topic}`);
    await person.pause(10_000);
    const reply = {
      topic_id: topic,
      user_id: person.userId,
      content: `Mwen dakò. ${randomUUID().slice(0, 8)}`,
    };
    await person.visitor.post('write', '/rest/v1/forum_posts', reply, { expected: [429] });
    await person.pause(20_000);
  },

  async pay(person) {
    const { visitor, world } = person;
    const id = any(world.sold);
    await person.open(`/films/${id}`);
    const wanted = { title: 'x', mediaType: 'movie', type: 'purchase', price: 1, thumbnailUrl: '', id };
    // It is bought already, or this account has tried to buy too often.
    const expected = [409, 429];
    const answer = await visitor.post('write', '/functions/v1/create-checkout', wanted, { expected });
    if (answer.status === 200) {
      const { pathname, search } = new URL((JSON.parse(textOf(answer)) as { url: string }).url);
      await person.pause(5_000);
      await visitor.send('write', pathname + search, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'action=pay&webhook=before',
      });
    }
    await person.pause(20_000);
  },

  /** A portrait, which the server decodes and makes smaller. */
  async upload(person) {
    const { visitor, userId, world } = person;
    await visitor.send('write', `/storage/v1/object/profile-images/${userId}/${userId}-${Date.now()}.jpg`, {
      method: 'POST',
      headers: {
        'content-type': 'image/jpeg',
        'cache-control': 'max-age=31536000',
        ...visitor.authorization(),
      },
      body: world.portrait,
    });
    await person.pause(20_000);
  },
};
