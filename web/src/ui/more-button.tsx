import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface MoreButtonProps {
  /** The list, page by page. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  variant?: 'outline' | 'secondary';
  children: ReactNode;
}

/** Reads the next page of a list; not there after the last one. */
export function MoreButton({ query, variant = 'outline', children }: MoreButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <Button
      variant={variant}
      className="justify-self-start"
      busy={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {children}
    </Button>
  );
}
