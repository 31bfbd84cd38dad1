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
    start_url: '/',
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
    shortcuts: [
      place(shell.films, '/films'),
      place(shell.series, '/series'),
      place(shell.my_list, '/watchlist'),
      place(shell.forum, '/forum'),
    ],
    // What somebody shares from another app: one of our addresses opens, anything else becomes the draft of a topic.
    share_target: { action: '/share', method: 'GET', params: { title: 'title', text: 'text', url: 'url' } },
    launch_handler: { client_mode: ['navigate-existing', 'auto'] },
  };
}
