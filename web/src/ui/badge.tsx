import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';

const tones = {
  neutral: 'bg-surface-raised text-text border-line',
  free: 'bg-free text-on-free border-transparent',
  premium: 'bg-highlight text-on-highlight border-transparent',
  new: 'bg-indigo text-on-indigo border-transparent',
  sample: 'bg-surface text-text-soft border-dashed border-line-strong',
  success: 'bg-surface text-free-text border-current',
  danger: 'bg-surface text-danger-text border-current',
  muted: 'bg-surface text-text-soft border-line-strong',
  info: 'bg-surface text-info-text border-current',
} as const;

export type BadgeTone = keyof typeof tones;

/** A short label, such as Free, Premium or New, or the status of a subscription. */
export function Badge({
  tone = 'neutral',
  className,
  ...rest
}: ComponentProps<'span'> & { tone?: BadgeTone }) {
  return <span className={cx('badge', tones[tone], className)} {...rest} />;
}
