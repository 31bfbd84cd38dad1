import { useWords } from '../../lib/words.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LateArt } from '../../ui/late-art.tsx';
import { drawings } from './drawings.ts';

/** A read that failed, and another try. */
export function LoadFailed(props: { title?: string; level?: 1 | 2; busy?: boolean; retry: () => unknown }) {
  const t = useWords();
  const { title = t('catalogue.load_failed'), level = 1, busy = false, retry } = props;
  return (
    <div role="alert">
      <EmptyState
        level={level}
        art={<LateArt of={drawings.radio} className="size-56" />}
        title={title}
        text={t('catalogue.load_failed_text')}
        action={
          <Button busy={busy} onClick={() => void retry()}>
            {t('ui.retry')}
          </Button>
        }
      />
    </div>
  );
}
