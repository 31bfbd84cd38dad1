import type { ReactNode } from 'react';
import { type Drawing, LazyIllustration } from '#ui/lazy-illustration.tsx';

interface OutcomeProps {
  art: Drawing;
  /** A whole sentence. */
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  /** Whether it is read out at once. */
  urgent?: boolean;
}

/** How a payment ended, as the whole page. Said aloud when it changes. */
export function Outcome({ art, title, text, action, urgent = false }: OutcomeProps) {
  return (
    <div
      role={urgent ? 'alert' : 'status'}
      className="mx-auto grid max-w-xl justify-items-center gap-4 px-4 py-12 text-center sm:py-16"
    >
      <LazyIllustration of={art} className="mb-2 h-44 max-w-full text-highlight-text sm:h-52" />
      <h1 className="text-heading">{title}</h1>
      {text && <p className="max-w-[52ch] text-soft">{text}</p>}
      {action && <div className="mt-3 flex w-full flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
