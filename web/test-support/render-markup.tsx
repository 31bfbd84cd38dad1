import type { PublicSettings } from '@lakou/contract/public-settings';
import { loadMessages } from '@lakou/contract/translate';
import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { createQueryClient } from '#lib/database.ts';
import { Providers } from '#lib/providers.tsx';

const messages = await loadMessages('en');

interface World {
  settings?: Partial<PublicSettings>;
  subscribed?: boolean;
  /** With cached reads; nothing else can be read. */
  queries?: QueryClient;
}

/** A query client whose database cannot be reached. */
export function nothingRead(): QueryClient {
  return createQueryClient(() => Promise.reject(new Error('no network')));
}

/** Markup of an element as the server sends it, in English, before any script has run. */
export function renderMarkup(
  element: ReactNode,
  { settings, subscribed = false, queries }: World = {},
): string {
  const initial = {
    settings: {
      social: {},
      stores: {},
      languages: ['en'],
      paymentMethods: [],
      ...settings,
    } as PublicSettings,
    language: 'en' as const,
    messages,
    theme: 'dark' as const,
    hint: { signedIn: subscribed, admin: false, subscribed },
    savesData: false,
    queries: queries ?? nothingRead(),
  };
  return renderToStaticMarkup(
    <MemoryRouter>
      <Providers initial={initial}>{element}</Providers>
    </MemoryRouter>,
  );
}
