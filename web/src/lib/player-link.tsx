import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { noteOpening } from '#lib/opened-from.ts';
import { watchIntent } from '#lib/player-engine.ts';
import { usePlayerOpensTab } from '#lib/player-tab.ts';
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
  return (
    <Link
      {...props}
      to={to}
      {...(opensTab
        ? { ...watchIntent, prefetch: 'intent', target: '_blank', rel: 'noopener' }
        : { reloadDocument: true, onClick: () => noteOpening(to) })}
    >
      {children}
      {opensTab && <span className="sr-only"> {t('shell.opens_new_tab')}</span>}
    </Link>
  );
}
