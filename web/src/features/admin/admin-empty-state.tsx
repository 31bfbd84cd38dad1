import type { ReactNode } from 'react';
import { EmptyState } from '#ui/empty-state.tsx';
import { type Drawing, LazyIllustration } from '#ui/lazy-illustration.tsx';

interface AdminEmptyStateProps {
  title: string;
  text?: string;
  action?: ReactNode;
  of?: Drawing;
}

/** The empty state of an admin page, with an illustration. */
export function AdminEmptyState({ of = 'lamp', ...state }: AdminEmptyStateProps) {
  return <EmptyState art={<LazyIllustration of={of} className="h-44" />} {...state} />;
}
