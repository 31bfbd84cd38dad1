import { cx } from './class-names.ts';

interface ProgressProps {
  label: string;
  /** 0 to 1; omitted while unknown. */
  value?: number | undefined;
  className?: string | undefined;
}

/** A progress bar. The browser's own element needs no style attribute. */
export function Progress({ label, value, className }: ProgressProps) {
  return (
    <progress
      aria-label={label}
      max={1}
      value={value}
      className={cx(
        'block h-2.5 w-full appearance-none overflow-hidden rounded-full bg-line forced-colors:appearance-auto',
        '[&::-moz-progress-bar]:bg-highlight [&::-webkit-progress-bar]:bg-line',
        '[&::-webkit-progress-value]:bg-highlight [&::-webkit-progress-value]:transition-[width]',
        'indeterminate:bg-[linear-gradient(100deg,transparent_30%,var(--highlight)_50%,transparent_70%)] indeterminate:bg-[length:200%_100%] indeterminate:animate-shimmer indeterminate:[&::-webkit-progress-bar]:bg-transparent indeterminate:[&::-moz-progress-bar]:bg-transparent',
        className,
      )}
    />
  );
}
