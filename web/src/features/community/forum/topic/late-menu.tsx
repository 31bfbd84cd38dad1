import { lazy, Suspense } from 'react';
import { useAlive } from '../../../../lib/alive.ts';
import { useWords } from '../../../../lib/words.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import type { PostMenuProps } from './post-menu.tsx';

const PostMenu = lazy(() => import('./post-menu.tsx'));

/** The menu's button from the start; what it opens is fetched once the page is alive. */
export function LateMenu(props: PostMenuProps) {
  const t = useWords();
  const alive = useAlive();
  const place = <IconButton icon="dots" label={t('forum.actions_for', { name: props.name })} disabled />;
  if (!alive) return place;
  return (
    <Suspense fallback={place}>
      <PostMenu {...props} />
    </Suspense>
  );
}
