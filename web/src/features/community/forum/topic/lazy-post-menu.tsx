import { lazy, Suspense } from 'react';
import { useHydrated } from '#lib/use-hydrated.ts';
import type { PostMenuProps } from './post-menu.tsx';

const PostMenu = lazy(() => import('./post-menu.tsx'));

/** The menu is loaded after hydration; before, the stylesheet draws its sign into the empty element around it. */
export function LazyPostMenu(props: PostMenuProps) {
  const hydrated = useHydrated();
  return (
    hydrated && (
      <Suspense>
        <PostMenu {...props} />
      </Suspense>
    )
  );
}
