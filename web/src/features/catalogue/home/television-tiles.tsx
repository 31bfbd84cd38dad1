import type { MessageKey } from '@lakou/contract/translate';
import { Link } from 'react-router';
import { useAppearance } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';

interface Tile {
  to: string;
  name: MessageKey;
  icon: IconName;
}

/** Where to go, large enough for a remote control. */
export function TelevisionTiles() {
  const t = useTranslations();
  const { signedIn } = useAppearance();
  return (
    <nav aria-label={t('shell.television')} className="page-width">
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.25rem,1fr))] gap-4 sm:grid-cols-3 lg:grid-cols-6">
        {tilesFor(signedIn).map(({ to, name, icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-20 gap-2 rounded-l max-sm:flex-col max-sm:justify-center sm:items-center border border-line bg-surface-raised px-3 text-lg font-semibold hover:border-line-strong"
            >
              <Icon name={icon} className="text-highlight-text" />
              {t(name)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function tilesFor(signedIn: boolean): Tile[] {
  if (!signedIn)
    return [
      { to: '/tv/sign-in', name: 'shell.sign_in', icon: 'user' },
      { to: '/categories', name: 'shell.categories', icon: 'search' },
      { to: '/series', name: 'shell.series', icon: 'tv' },
      { to: '/forum', name: 'shell.forum', icon: 'chat' },
    ];
  return [
    { to: '/films', name: 'shell.films', icon: 'play' },
    { to: '/series', name: 'shell.series', icon: 'tv' },
    { to: '/categories', name: 'shell.categories', icon: 'search' },
    { to: '/watchlist', name: 'shell.my_list', icon: 'bookmark' },
    { to: '/forum', name: 'shell.forum', icon: 'chat' },
    { to: '/profile', name: 'shell.profile', icon: 'user' },
  ];
}
