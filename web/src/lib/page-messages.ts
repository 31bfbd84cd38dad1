import { isLanguage, type Language } from '@lakou/contract/languages';
import { loadMessages, type MessageScope, type Messages } from '@lakou/contract/translate';
import { type ComponentType, type LazyExoticComponent, lazy, use } from 'react';
import { useLocation } from 'react-router';
import { useLanguage } from './translations.tsx';

/** Which messages the page at this path needs. */
export function messageScope(pathname: string): MessageScope {
  if (pathname === '/') return 'home';
  return /^\/admin(?:\/|$)/.test(pathname) ? 'admin' : 'everyone';
}

/** An area that only this scope and larger ones have. */
const lastArea = { home: 'shell', everyone: 'errors', admin: 'admin' } as const;

const loaded = new Map<Language, Messages>();
const loading = new Map<string, Promise<Messages>>();

/** The messages of a language so far, always the same object: what has rendered with it need not render again. */
export function loadScope(language: Language, scope: MessageScope): Promise<Messages> {
  const key = `${language} ${scope}`;
  const before = loading.get(key);
  if (before) return before;
  const promise = loadMessages(language, scope).then((messages) => {
    const all = (loaded.get(language) ?? {}) as Record<string, object>;
    // Smaller scopes have only a part of some areas, and can come after larger ones.
    for (const [area, texts] of Object.entries(messages)) all[area] = { ...all[area], ...texts };
    loaded.set(language, all as Messages);
    return all as Messages;
  });
  loading.set(key, promise);
  promise.catch(() => loading.delete(key));
  return promise;
}

/** Lets a navigation wait until the messages of its page are there. */
export function usePageMessages(): void {
  const { pathname } = useLocation();
  const { language, messages } = useLanguage();
  const scope = messageScope(pathname);
  if (!(lastArea[scope] in messages)) use(loadScope(language, scope));
}

/** The server has all of them. */
const isServer = typeof document === 'undefined';

export function currentLanguage(): Language {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : 'en';
}

/** For what home and the frame open later: the component with its messages. */
export function lazyWithMessages<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  scope: MessageScope = 'everyone',
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    const [component] = await Promise.all([load(), isServer || loadScope(currentLanguage(), scope)]);
    return component;
  });
}
