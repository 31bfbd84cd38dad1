import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

const tones = {
  info: { colour: 'text-info-text', icon: 'info' },
  success: { colour: 'text-free-text', icon: 'check' },
  warning: { colour: 'text-highlight-text', icon: 'alert' },
  danger: { colour: 'text-danger-text', icon: 'alert' },
} as const satisfies Record<string, { colour: string; icon: IconName }>;

interface AlertProps {
  tone?: keyof typeof tones | undefined;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  className?: string | undefined;
}

/** A notice within the page. Screen readers announce it when it appears, errors at once. */
export function Alert({ tone = 'info', title, children, action, className }: AlertProps) {
  const { colour, icon } = tones[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cx(
        'flex gap-3 rounded-m border border-line bg-surface-raised p-4',
        action && !children ? 'items-center' : 'items-start',
        className,
      )}
    >
      <Icon name={icon} className={cx('mt-0.5', colour)} />
      <div className="grid min-w-0 flex-1 gap-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="text-soft">{children}</div>}
      </div>
      {action}
    </div>
  );
}
