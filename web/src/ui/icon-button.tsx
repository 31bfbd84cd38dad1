import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

type IconButtonProps = Omit<ComponentProps<typeof Button>, 'children' | 'asChild'> & {
  /** The accessible name and tooltip. */
  label: string;
  icon: IconName;
};

/** A button with only an icon, never smaller than 44 pixels. */
export function IconButton({ label, icon, variant = 'quiet', className, busy, ...rest }: IconButtonProps) {
  return (
    <Button
      variant={variant}
      aria-label={label}
      title={label}
      className={cx('size-11 shrink-0 px-0!', className)}
      busy={busy ?? false}
      {...rest}
    >
      {!busy && <Icon name={icon} />}
    </Button>
  );
}
