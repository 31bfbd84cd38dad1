import type { KeyboardEvent, MouseEvent } from 'react';
import { useHydrated } from '#lib/use-hydrated.ts';
import { buttonClass } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

interface ButtonLinkProps {
  icon: IconName;
  label: string;
  /** Where it leads while the app is not there. */
  href: string;
  /** Opens its dialog. */
  onPress: () => void;
  onPointerEnter?: () => void;
  expanded?: boolean;
}

/** Opens a dialog; without scripts, or before they have loaded, it is a link. One element, so that it keeps the focus. */
export function ButtonLink({ icon, label, href, onPress, onPointerEnter, expanded }: ButtonLinkProps) {
  const hydrated = useHydrated();
  const onClick = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onPress();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== ' ') return;
    event.preventDefault();
    onPress();
  };
  return (
    <a
      href={href}
      aria-label={label}
      title={label}
      className={buttonClass({ variant: 'quiet', size: 'icon' })}
      onPointerEnter={onPointerEnter}
      {...(hydrated && {
        role: 'button',
        'aria-haspopup': 'dialog',
        'aria-expanded': expanded,
        onClick,
        onKeyDown,
      })}
    >
      <Icon name={icon} />
    </a>
  );
}
