import { HOT_TOPIC, idOf } from '../../bench/big-world/ids.ts';
import routes from '../../web/src/routes.ts';
import type { PlanClient } from './plan-client.ts';

interface Route {
  path?: string;
  children?: Route[];
}

const PARAMETERS: Record<string, string> = {
  '/categories/:category': '/categories/drama',
  '/series/:id': `/series/${idOf('series', 1)}`,
  '/forum/topic/:topicId': `/forum/topic/${HOT_TOPIC}`,
  '/forum/category/:categoryId': '/forum/category/00000000-0000-4000-8000-000000000001',
  '/profile/:userId': `/profile/${idOf('member', 3)}`,
  '/watch/episode/:id': `/watch/episode/${idOf('episode', 21)}`,
  '/*': '/nothing/here',
};

function leaves(entries: readonly Route[], before = ''): string[] {
  return entries.flatMap(({ path = '', children = [] }) => {
    const here = path ? `${before}/${path}` : before;
    return children.length > 0 ? leaves(children, here) : [here || '/'];
  });
}

/** Every page of the sitemap, as a visitor; and the files for search engines. */
export async function drivePages(client: PlanClient): Promise<void> {
  for (const path of leaves(routes as Route[]))
    await client.send('GET', PARAMETERS[path] ?? path.replace(/:\w+/g, idOf('film', 1)));
  for (const path of ['/robots.txt', '/manifest.webmanifest', '/metrics', '/readyz', '/status'])
    await client.send('GET', path);
  const index = await client.send('GET', '/sitemap.xml');
  const parts = [...String(index.body).matchAll(/<loc>(.*?)<\/loc>/g)].map(
    ([, address]) => new URL(address ?? '').pathname,
  );
  // One part of each kind: a larger world has more parts, not longer ones.
  const first = new Map(parts.map((path) => [path.replaceAll(/\d+/g, ''), path]));
  for (const path of first.values()) await client.send('GET', path);
}
