import { lazy, Suspense } from 'react';
import { useHydrated } from '#lib/use-hydrated.ts';
import { Icon } from '#ui/icon.tsx';
import type { PostMenuProps } from './post-menu.tsx';

const PostMenu = lazy(() => import('./post-menu.tsx'));

/** The menu is loaded after hydration; before, a page with twenty posts has twenty of its signs, but no buttons. */
export function LazyPostMenu(props: PostMenuProps) {
  const hydrated = useHydrated();
  const sign = (
    <span aria-hidden="true" className="button size-11 text-soft opacity-60">
      <Icon name="dots" />
    </span>
  );
  if (!hydrated) return sign;
  return (
    <Suspense fallback={sign}>
      <PostMenu {...props} />
    </Suspense>
  );
}
