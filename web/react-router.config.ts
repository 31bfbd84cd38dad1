import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  buildDirectory: process.env.WEB_BUILD ?? 'build',
  ssr: true,
  // The whole sitemap is known from the start: no page has to ask for the way to the next one.
  routeDiscovery: { mode: 'initial' },
  // Nothing is read before a page is drawn: its loader would only cost a trip of its own.
  splitRouteModules: false,
} satisfies Config;
