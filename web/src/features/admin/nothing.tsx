import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LateArt } from '../../ui/late-art.tsx';
import { drawings } from './drawings.ts';

interface NothingProps {
  title: string;
  text?: string;
  action?: ReactNode;
  of?: keyof typeof drawings;
}

/** A page of the studio with nothing on it. */
export function Nothing({ of = 'lamp', ...state }: NothingProps) {
  return <EmptyState art={<LateArt of={drawings[of]} className="h-44" />} {...state} />;
}
