/** Not for search engines: personal pages, and answers that are no pages. */
const PRIVATE = [
  '/admin',
  '/auth/v1/',
  '/confirm',
  '/functions/v1/',
  '/payment',
  '/reset-password',
  '/search',
  '/watchlist',
  '/downloads',
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
