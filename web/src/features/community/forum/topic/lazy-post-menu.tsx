import { lazy, Suspense } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { useHydrated } from '#lib/use-hydrated.ts';
import { IconButton } from '#ui/icon-button.tsx';
import type { PostMenuProps } from './post-menu.tsx';

const PostMenu = lazy(() => import('./post-menu.tsx'));

/** Renders the button at once and loads the menu after hydration. */
export function LazyPostMenu(props: PostMenuProps) {
  const t = useTranslations();
  const hydrated = useHydrated();
  const placeholder = (
    <IconButton icon="dots" label={t('community.actions_for', { name: props.name })} disabled />
  );
  if (!hydrated) return placeholder;
  return (
    <Suspense fallback={placeholder}>
      <PostMenu {...props} />
    </Suspense>
  );
}
