import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useAlive } from '../../lib/alive.ts';
import { watchIntent } from '../../lib/player-engine.ts';
import { useWords } from '../../lib/words.tsx';
import { Button, type ButtonLook } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Destination } from './destinations.ts';

interface DestinationButtonProps extends ButtonLook {
  to: Destination;
  newTab?: boolean;
  /** Leads to the player: its engine is fetched when somebody is about to go there. */
  plays?: boolean;
  className?: string;
  children: ReactNode;
}

/** A link dressed as a button; where its page is still to come, a button that says so. */
export function DestinationButton({ to, newTab, plays, children, ...look }: DestinationButtonProps) {
  const t = useWords();
  const alive = useAlive();
  if (to === false)
    return (
      <Button disabled={!alive} onClick={() => toast.info(t('catalogue.opens_soon'))} {...look}>
        {children}
      </Button>
    );
  return (
    <Button asChild {...look}>
      <Link
        to={to}
        {...(newTab ? { target: '_blank', rel: 'noopener' } : {})}
        {...(plays ? { prefetch: 'intent', ...watchIntent } : {})}
      >
        {children}
        {newTab && <span className="sr-only">{t('ui.opens_new_tab')}</span>}
      </Link>
    </Button>
  );
}
