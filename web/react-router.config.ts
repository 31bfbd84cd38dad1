import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  buildDirectory: process.env.WEB_BUILD ?? 'build',
  ssr: true,
  // All routes are in the first page: no navigation has to fetch them.
  routeDiscovery: { mode: 'initial' },
  // Client loaders do not fetch: a file of their own would only cost a round trip.
  splitRouteModules: false,
} satisfies Config;
