import type { ReactNode } from 'react';
import { type Drawing, LazyIllustration } from '#ui/lazy-illustration.tsx';

interface ResultScreenProps {
  art: Drawing;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  /** Whether screen readers interrupt to announce it. */
  urgent?: boolean;
}

/** How a payment ended, as a whole page. Screen readers announce it when it changes. */
export function ResultScreen({ art, title, text, action, urgent = false }: ResultScreenProps) {
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
