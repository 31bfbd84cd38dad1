import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

interface EmptyStateProps {
  title: ReactNode;
  text?: ReactNode;
  /** A drawing from `ui/art`. */
  art?: ReactNode;
  action?: ReactNode;
  /** 1 where it is the whole page. */
  level?: 1 | 2 | 3 | undefined;
  className?: string | undefined;
}

/** Shown in place of an empty list or a missing page. */
export function EmptyState({ title, text, art, action, level = 2, className }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div
      className={cx(
        'mx-auto grid max-w-lg justify-items-center gap-3 px-4 py-12 text-center sm:py-16',
        className,
      )}
    >
      {art && <div className="mb-3 text-highlight-text [&_svg]:max-w-full">{art}</div>}
      <Heading className={level === 1 ? 'text-title' : 'text-heading'}>{title}</Heading>
      {text && <p className="text-soft">{text}</p>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
