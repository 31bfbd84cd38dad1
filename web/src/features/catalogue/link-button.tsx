import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { watchIntent } from '#lib/player-engine.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button, type ButtonLook } from '#ui/button.tsx';

interface LinkButtonProps extends ButtonLook {
  to: string;
  newTab?: boolean;
  /** Links to the player, whose engine is then prefetched on hover or focus. */
  opensPlayer?: boolean;
  className?: string;
  children: ReactNode;
}

/** A link that looks like a button. */
export function LinkButton({ to, newTab, opensPlayer, children, ...buttonProps }: LinkButtonProps) {
  const t = useTranslations();
  return (
    <Button asChild {...buttonProps}>
      <Link
        to={to}
        {...(newTab ? { target: '_blank', rel: 'noopener' } : {})}
        {...(opensPlayer ? { prefetch: 'intent', ...watchIntent } : {})}
      >
        {children}
        {newTab && <span className="sr-only">{t('shell.opens_new_tab')}</span>}
      </Link>
    </Button>
  );
}
