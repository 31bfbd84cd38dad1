import type { WordKey } from '@lakou/contract/words';
import { useWords } from '../../lib/words.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LateArt } from '../../ui/late-art.tsx';
import { drawings } from './drawings.ts';

/** A read that failed, and another try. */
export function LoadFailed(props: { title?: WordKey; level?: 1 | 2; busy?: boolean; retry: () => unknown }) {
  const { title = 'catalogue.load_failed', level = 2, busy = false, retry } = props;
  const t = useWords();
  return (
    <div role="alert">
      <EmptyState
        level={level}
        art={<LateArt of={drawings.radio} className="size-56" />}
        title={t(title)}
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
