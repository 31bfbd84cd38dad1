import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

type IconButtonProps = Omit<ComponentProps<typeof Button>, 'children' | 'asChild' | 'size'> & {
  /** The accessible name and tooltip. */
  label: string;
  icon: IconName;
};

/** A button with only an icon. */
export function IconButton({ label, icon, variant = 'quiet', className, busy, ...rest }: IconButtonProps) {
  return (
    <Button
      variant={variant}
      aria-label={label}
      title={label}
      size="icon"
      className={className}
      busy={busy ?? false}
      {...rest}
    >
      {!busy && <Icon name={icon} />}
    </Button>
  );
}
