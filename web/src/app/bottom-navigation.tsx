import type { MouseEvent } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { useAppearance } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useHydrated } from '#lib/use-hydrated.ts';
import { Icon } from '#ui/icon.tsx';
import { bottomLinks, hasBottomNavigation } from './navigation.ts';
import { useSearchDialog } from './use-search-dialog.tsx';

/** On phones, in reach of the thumb. Part of the footer's markup, after a space of its own height. */
export function BottomNavigation() {
  const t = useTranslations();
  const hydrated = useHydrated();
  const { pathname } = useLocation();
  const search = useSearchDialog();
  const links = bottomLinks(useAppearance());
  if (!hasBottomNavigation(pathname)) return null;
  const openSearch = (event: MouseEvent): void => {
    if (!hydrated || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    search.open();
  };
  return (
    <div className="bottom-navigation-space">
      <nav aria-label={t('shell.quick_navigation')} className="bottom-navigation">
        <ul className="grid grid-cols-5">
          {links.map(({ to, name, icon }) => (
            <li key={name}>
              {icon === 'search' ? (
                <Link
                  to={to}
                  discover="none"
                  className="bottom-link"
                  onPointerEnter={search.load}
                  onClick={openSearch}
                >
                  <Icon name={icon} />
                  {t(name)}
                </Link>
              ) : (
                <NavLink to={to} end={to !== '/forum'} discover="none" className="bottom-link">
                  <Icon name={icon} />
                  {t(name)}
                </NavLink>
              )}
            </li>
          ))}
        </ul>
      </nav>
      {search.dialog}
    </div>
  );
}
