import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { watchIntent } from '#lib/player-engine.ts';
import { type PlayerState, usePlayerOpensTab } from '#lib/player-tab.ts';
import { useTranslations } from '#lib/translations.tsx';

interface PlayerLinkProps {
  to: string;
  className?: string;
  children: ReactNode;
}

/**
 * Opens the player: in a new tab where a mouse is used in a browser window, elsewhere in place. Both load its document, which plays
 * before the app is there. `props` also come from a button around it.
 */
export function PlayerLink({ to, children, ...props }: PlayerLinkProps) {
  const t = useTranslations();
  const opensTab = usePlayerOpensTab();
  const { pathname } = useLocation();
  return (
    <Link
      {...props}
      to={to}
      state={{ openedFrom: pathname } satisfies PlayerState}
      {...(opensTab
        ? { ...watchIntent, prefetch: 'intent', target: '_blank', rel: 'noopener' }
        : { reloadDocument: true })}
    >
      {children}
      {opensTab && <span className="sr-only"> {t('shell.opens_new_tab')}</span>}
    </Link>
  );
}
