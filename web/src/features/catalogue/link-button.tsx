import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PlayerLink } from '#lib/player-link.tsx';
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
