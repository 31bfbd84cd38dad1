import type { PublicSettings } from '@lakou/contract/public-settings';
import { loadMessages } from '@lakou/contract/translate';
import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { createQueryClient } from '#lib/database.ts';
import { Providers } from '#lib/providers.tsx';

const words = await loadMessages('en');

interface World {
  settings?: Partial<PublicSettings>;
  subscribed?: boolean;
  /** Holds what has been read; nothing more can be. */
  queries?: QueryClient;
}

/** A database that nobody reaches. */
export function nothingRead(): QueryClient {
  return createQueryClient(() => Promise.reject(new Error('no network')));
}

/** A piece of the app as the server sends it to an English reader, before any script has run. */
export function draw(element: ReactNode, { settings, subscribed = false, queries }: World = {}): string {
  const beginning = {
    settings: { social: {}, stores: {}, languages: ['en'], ...settings } as PublicSettings,
    language: 'en' as const,
    words,
    theme: 'dark' as const,
    hint: { signedIn: subscribed, admin: false, subscribed },
    queries: queries ?? nothingRead(),
  };
  return renderToStaticMarkup(
    <MemoryRouter>
      <Providers beginning={beginning}>{element}</Providers>
    </MemoryRouter>,
  );
}
