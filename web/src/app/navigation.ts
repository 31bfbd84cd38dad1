import type { MessageKey } from '@lakou/contract/translate';

export interface NavigationLink {
  to: string;
  name: MessageKey;
}

/** Links of the header. */
export function headerLinks({ signedIn, admin }: { signedIn: boolean; admin: boolean }): NavigationLink[] {
  if (!signedIn) {
    return [
      { to: '/', name: 'shell.home' },
      { to: '/categories', name: 'shell.categories' },
      { to: '/login', name: 'shell.browse_content' },
    ];
  }
  return [
    { to: '/', name: 'shell.home' },
    { to: '/films', name: 'shell.films' },
    { to: '/series', name: 'shell.series' },
    { to: '/categories', name: 'shell.categories' },
    { to: '/forum', name: 'shell.forum' },
    ...(admin ? [{ to: '/admin', name: 'shell.admin' } as const] : []),
  ];
}

export const footerColumns: { heading: MessageKey; links: NavigationLink[] }[] = [
  {
    heading: 'shell.navigation',
    links: [
      { to: '/', name: 'shell.home' },
      { to: '/films', name: 'shell.films' },
      { to: '/series', name: 'shell.series' },
      { to: '/categories', name: 'shell.categories' },
    ],
  },
  {
    heading: 'shell.account',
    links: [
      { to: '/login', name: 'shell.login' },
      { to: '/register', name: 'shell.register' },
      { to: '/profile', name: 'shell.my_profile' },
      { to: '/subscribe', name: 'shell.subscribe' },
    ],
  },
  {
    heading: 'shell.support',
    links: [
      { to: '/faq', name: 'shell.faq' },
      { to: '/contact', name: 'shell.contact_us' },
      { to: '/terms', name: 'shell.terms' },
      { to: '/privacy', name: 'shell.privacy' },
    ],
  },
];
