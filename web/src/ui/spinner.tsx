import { cx } from './class-names.ts';

/** Shown while waiting. Hidden from screen readers without a label. */
export function Spinner({
  label,
  className,
}: {
  label?: string | undefined;
  className?: string | undefined;
}) {
  const ring = (
    <svg
      viewBox="0 0 24 24"
      width="1.25em"
      height="1.25em"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      aria-hidden="true"
      className={cx('shrink-0 animate-spin', !label && className)}
    >
      <circle cx="12" cy="12" r="9" opacity="0.25" />
      <path d="M12 3a9 9 0 0 1 9 9" />
    </svg>
  );
  if (!label) return ring;
  return (
    <span role="status" className={cx('inline-flex', className)}>
      {ring}
      <span className="sr-only">{label}</span>
    </span>
  );
}
