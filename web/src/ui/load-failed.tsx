import type { WordKey } from '@lakou/contract/words';
import { useWords } from '../lib/words.tsx';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { LateArt } from './late-art.tsx';

/** A read that failed, and another try: instead of a whole page, or of a section of it. */
export function LoadFailed(props: { title?: WordKey; level?: 1 | 2; busy?: boolean; retry: () => unknown }) {
  const { title = 'ui.load_failed', level = 2, busy = false, retry } = props;
  const t = useWords();
  return (
    <div role="alert">
      <EmptyState
        level={level}
        art={<LateArt of="radio" className="size-56" />}
        title={t(title)}
        text={t('ui.load_failed_text')}
        action={
          <Button busy={busy} onClick={() => void retry()}>
            {t('ui.retry')}
          </Button>
        }
      />
    </div>
  );
}
