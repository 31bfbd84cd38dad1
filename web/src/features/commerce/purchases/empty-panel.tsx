import type { ReactNode } from 'react';
import { type Drawing, LazyIllustration } from '#ui/lazy-illustration.tsx';

interface EmptyPanelProps {
  art: Drawing;
  title: string;
  text: string;
  action?: ReactNode;
}

/** Empty state of a section; smaller than `EmptyState`, because several are on one page. */
export function EmptyPanel({ art, title, text, action }: EmptyPanelProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-4 rounded-l border border-dashed border-line-strong p-5 sm:p-6">
      <LazyIllustration of={art} className="h-28 w-32 shrink-0 text-highlight-text" />
      <div className="grid min-w-56 flex-1 gap-1">
        <h3 className="text-xl">{title}</h3>
        <p className="text-soft">{text}</p>
      </div>
      {action}
    </div>
  );
}
