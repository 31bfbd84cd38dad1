import type { ComponentProps } from 'react';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { PlayerIcon, type PlayerIconName } from './player-icon.tsx';

type PlayerButtonProps = Omit<ComponentProps<typeof Button>, 'children' | 'asChild'> & {
  label: string;
  icon: PlayerIconName;
  /** The keyboard shortcut. */
  hint?: string;
};

/** A control on the picture: light on dark, large enough for touch and for television. */
export function PlayerButton({ label, icon, hint, className, onClick, ...rest }: PlayerButtonProps) {
  return (
    <Button
      variant="quiet"
      aria-label={label}
      title={hint ? `${label} (${hint})` : label}
      onClick={(event) => {
        // A mouse click leaves no focus, so that the arrow keys keep seeking.
        if (event.detail > 0) event.currentTarget.blur();
        onClick?.(event);
      }}
      className={cx(
        'size-11 shrink-0 rounded-full! px-0! text-text! hover:bg-text/15! aria-pressed:text-highlight-text! sm:size-12',
        className,
      )}
      {...rest}
    >
      <PlayerIcon name={icon} />
    </Button>
  );
}
