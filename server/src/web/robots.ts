/** What search engines should leave alone: pages that are somebody's own, and answers that are no pages. */
const PRIVATE = [
  '/admin',
  '/auth/v1/',
  '/functions/v1/',
  '/payment',
  '/reset-password',
  '/watchlist',
  '/_mail',
];

export function robots(url: string): string {
  return [
    'User-agent: *',
    ...PRIVATE.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${url}/sitemap.xml`,
    '',
  ].join('\n');
}
