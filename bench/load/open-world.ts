import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { tinyFilms } from '../../tests/support/tiny-films.ts';
import { any } from './people.ts';
import type { World } from './person.ts';

/** What the demo world has for people to do, read as a visitor. */
export async function openWorld(url: string, film: string | undefined): Promise<World> {
  const { anonKey, demo } = (await read(`${url}/config.json`)) as { anonKey: string; demo: boolean };
  if (!demo) throw new Error('this server is no demo: people would pay and post for real');
  const rows = async <Row>(path: string) =>
    (await read(`${url}/rest/v1/${path}`, { apikey: anonKey })) as Row[];
  const films = await rows<{ id: string; is_free: boolean; is_purchasable: boolean; has_video: boolean }>(
    'movies?select=id,is_free,is_purchasable,has_video&limit=200',
  );
  const topics = (await rows<{ id: string }>('forum_topics?select=id&locked=is.false&limit=50')).map(
    ({ id }) => id,
  );
  const free = films.filter((one) => one.is_free && one.has_video).map(({ id }) => id);
  const sold = films.filter((one) => one.is_purchasable && !one.is_free).map(({ id }) => id);
  if ((free.length === 0 && !film) || sold.length === 0 || topics.length === 0)
    throw new Error('this server has not the demo world: no free film, none for sale, or no topic');
  const paths = [
    '/',
    '/',
    '/',
    '/categories',
    '/series',
    '/forum',
    '/faq',
    ...films.slice(0, 20).map(({ id }) => `/titles/${id}`),
  ];
  const portrait = await drawPortrait();
  return { url, anonKey, sold, topics, paths, portrait, video: undefined, film: () => film ?? any(free) };
}

/** So large that it is uploaded in two parts. */
const VIDEO_BYTES = 8 * 1024 * 1024;

/** A film that an encoder takes. A box that players skip fills it up, so that preparing it does not take long. */
export function makeVideo(): Buffer {
  using films = tinyFilms();
  const film = readFileSync(films.make({ seconds: 30, size: '1280x720', rate: 24 }));
  const filling = Buffer.alloc(Math.max(8, VIDEO_BYTES - film.length));
  filling.writeUInt32BE(filling.length);
  filling.write('free', 4);
  return Buffer.concat([film, filling]);
}

/** As a phone's camera makes it after cutting: some 400 KB. */
export function drawPortrait(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  return sharp({ create: { width: 1200, height: 1200, channels: 3, background: '#c96', noise } })
    .jpeg({ quality: 85 })
    .toBuffer();
}

async function read(address: string, headers: Record<string, string> = {}): Promise<unknown> {
  const answer = await fetch(address, { headers });
  if (!answer.ok)
    throw new Error(
      `${new URL(address).pathname} was answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`,
    );
  return answer.json();
}
