import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type Drawing, LateArt } from '../../ui/late-art.tsx';

interface NothingProps {
  title: string;
  text?: string;
  action?: ReactNode;
  of?: Drawing;
}

/** A page of the studio with nothing on it. */
export function Nothing({ of = 'lamp', ...state }: NothingProps) {
  return <EmptyState art={<LateArt of={of} className="h-44" />} {...state} />;
}
