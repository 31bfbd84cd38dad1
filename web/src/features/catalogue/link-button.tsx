import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { watchIntent } from '#lib/player-engine.ts';
import { type PlayerState, usePlayerOpensTab } from '#lib/player-tab.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button, type ButtonLook } from '#ui/button.tsx';

interface LinkButtonProps extends ButtonLook {
  to: string;
  /** Links to the player, whose engine is then prefetched on hover or focus. */
  opensPlayer?: boolean;
  className?: string;
  children: ReactNode;
}

/** A link that looks like a button. */
export function LinkButton({ to, opensPlayer = false, children, ...buttonProps }: LinkButtonProps) {
  return (
    <Button asChild {...buttonProps}>
      {opensPlayer ? <PlayerLink to={to}>{children}</PlayerLink> : <Link to={to}>{children}</Link>}
    </Button>
  );
}

/** `props` come from the button around it. */
function PlayerLink({ to, children, ...props }: { to: string; children: ReactNode }) {
  const t = useTranslations();
  const opensTab = usePlayerOpensTab();
  const { pathname } = useLocation();
  return (
    <Link
      {...props}
      to={to}
      state={{ openedFrom: pathname } satisfies PlayerState}
      prefetch="intent"
      {...watchIntent}
      {...(opensTab && { target: '_blank', rel: 'noopener' })}
    >
      {children}
      {opensTab && <span className="sr-only">{t('shell.opens_new_tab')}</span>}
    </Link>
  );
}
