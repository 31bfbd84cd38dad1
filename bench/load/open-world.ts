import { any, type World } from './people.ts';

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
  return { url, anonKey, sold, topics, paths, film: () => film ?? any(free) };
}

async function read(address: string, headers: Record<string, string> = {}): Promise<unknown> {
  const answer = await fetch(address, { headers });
  if (!answer.ok)
    throw new Error(
      `${new URL(address).pathname} was answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`,
    );
  return answer.json();
}
