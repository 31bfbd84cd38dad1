import { lazy, Suspense } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { useHydrated } from '#lib/use-hydrated.ts';
import { IconButton } from '#ui/icon-button.tsx';
import type { PostMenuProps } from './post-menu.tsx';

const PostMenu = lazy(() => import('./post-menu.tsx'));

/** The menu's button from the start; what it opens is fetched once the page is alive. */
export function LazyPostMenu(props: PostMenuProps) {
  const t = useTranslations();
  const alive = useHydrated();
  const place = <IconButton icon="dots" label={t('community.actions_for', { name: props.name })} disabled />;
  if (!alive) return place;
  return (
    <Suspense fallback={place}>
      <PostMenu {...props} />
    </Suspense>
  );
}
