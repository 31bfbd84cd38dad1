import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  buildDirectory: process.env.WEB_BUILD ?? 'build',
  ssr: true,
  // All routes are in the first page: no navigation has to fetch them.
  routeDiscovery: { mode: 'initial' },
  // Client loaders do not fetch: a file of their own would only cost a round trip.
  splitRouteModules: false,
  // For the server's main thread, which does not load the pages.
  buildEnd({ reactRouterConfig: { buildDirectory, routes } }) {
    const shown = Object.values(routes).map(({ id, parentId, path, index }) => ({
      id,
      parentId,
      path,
      index,
    }));
    writeFileSync(join(buildDirectory, 'server/routes.json'), JSON.stringify(shown));
  },
} satisfies Config;
