import type { Language } from '@lakou/contract/languages';
import type { Messages } from '@lakou/contract/translate';

/** The dark background, as in web/src/styles/tokens.css. */
const NIGHT = '#0c0e1a';

/** What a device needs to install the web app. */
export function manifest(language: Language, { shell }: Messages): object {
  const place = (name: string, url: string) => ({ name, url });
  return {
    id: '/',
    name: 'Lakou',
    short_name: 'Lakou',
    description: shell.description,
    lang: language,
    // The service worker opens it at the downloads where there is no network: web/src/service-worker/addresses.ts.
    start_url: '/?app=yes',
    scope: '/',
    display: 'standalone',
    background_color: NIGHT,
    theme_color: NIGHT,
    categories: ['entertainment'],
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    share_target: {
      action: '/search',
      method: 'GET',
      params: { title: 'title', text: 'text', url: 'url' },
    },
    shortcuts: [
      place(shell.films, '/films'),
      place(shell.series, '/series'),
      place(shell.categories, '/categories'),
      place(shell.downloads, '/downloads'),
    ],
  };
}
