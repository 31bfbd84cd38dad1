import type { MessageKey } from '@lakou/contract/translate';
import type { IconName } from '#ui/icon.tsx';

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

/** What the menu of phones offers members. */
const IN_MENU = new Set(['/', '/films', '/series', '/categories', '/profile']);

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
      { to: '/accessibility', name: 'shell.accessibility' },
    ],
  },
];

/** Links of the bar at the bottom of phones. */
export function bottomLinks({ signedIn }: { signedIn: boolean }): (NavigationLink & { icon: IconName })[] {
  return [
    { to: '/', name: 'shell.home', icon: 'home' },
    { to: '/search', name: 'shell.search', icon: 'search' },
    { to: '/watchlist', name: 'shell.my_list', icon: 'bookmark' },
    { to: '/forum', name: 'shell.forum', icon: 'chat' },
    { to: signedIn ? '/profile' : '/login', name: 'shell.me', icon: 'user' },
  ];
}

/** Nothing leads away from a payment. */
export function hasBottomNavigation(pathname: string): boolean {
  return !/^\/payment(-success)?\/?$/i.test(pathname);
}

/** A member's short footer: the specification's links without signing in; some are in the menu of phones too. */
export const membersFooterLinks: (NavigationLink & { isInMenu: boolean })[] = footerColumns.flatMap(
  ({ links }) =>
    links
      .filter(({ to }) => to !== '/login' && to !== '/register')
      .map((link) => ({ ...link, isInMenu: IN_MENU.has(link.to) })),
);
