import type { ReactNode } from 'react';
import { EmptyState } from '#ui/empty-state.tsx';
import { type Drawing, LazyIllustration } from '#ui/lazy-illustration.tsx';

interface NothingProps {
  title: string;
  text?: string;
  action?: ReactNode;
  of?: Drawing;
}

/** A page of the studio with nothing on it. */
export function Nothing({ of = 'lamp', ...state }: NothingProps) {
  return <EmptyState art={<LazyIllustration of={of} className="h-44" />} {...state} />;
}
