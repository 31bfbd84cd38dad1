import { cx } from './class-names.ts';

/** Placeholder while loading; `className` sets its size. Hidden from screen readers: the page announces loading. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <div
      aria-hidden="true"
      className={cx(
        'rounded-m bg-line/60 bg-[linear-gradient(100deg,transparent_40%,var(--surface-raised)_50%,transparent_60%)] bg-[length:200%_100%] bg-[position:150%_0] motion-safe:animate-shimmer',
        className,
      )}
    />
  );
}
