import type { WordKey } from '@lakou/contract/words';
import { useWords } from '../../lib/words.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';

/** A read that failed, and another try. */
export function LoadFailed({ title, busy, retry }: { title: WordKey; busy: boolean; retry: () => unknown }) {
  const t = useWords();
  return (
    <Alert
      tone="danger"
      title={t(title)}
      action={
        <Button size="s" busy={busy} onClick={() => void retry()}>
          {t('ui.retry')}
        </Button>
      }
    />
  );
}
