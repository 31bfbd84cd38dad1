import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { watchIntent } from '#lib/player-engine.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button, type ButtonLook } from '#ui/button.tsx';

interface DestinationButtonProps extends ButtonLook {
  to: string;
  newTab?: boolean;
  /** Leads to the player: its engine is fetched when somebody is about to go there. */
  plays?: boolean;
  className?: string;
  children: ReactNode;
}

/** A link dressed as a button. */
export function DestinationButton({ to, newTab, plays, children, ...look }: DestinationButtonProps) {
  const t = useTranslations();
  return (
    <Button asChild {...look}>
      <Link
        to={to}
        {...(newTab ? { target: '_blank', rel: 'noopener' } : {})}
        {...(plays ? { prefetch: 'intent', ...watchIntent } : {})}
      >
        {children}
        {newTab && <span className="sr-only">{t('shell.opens_new_tab')}</span>}
      </Link>
    </Button>
  );
}
