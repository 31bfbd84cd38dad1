import type { MessageKey } from '@lakou/contract/translate';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { LazyIllustration } from './lazy-illustration.tsx';

/** A failed read with a retry button, for a page or a section. */
export function LoadFailed(props: {
  title?: MessageKey;
  level?: 1 | 2;
  busy?: boolean;
  retry: () => unknown;
}) {
  const { title = 'shell.load_failed', level = 2, busy = false, retry } = props;
  const t = useTranslations();
  return (
    <div role="alert">
      <EmptyState
        level={level}
        art={<LazyIllustration of="radio" className="size-56" />}
        title={t(title)}
        text={t('shell.load_failed_text')}
        action={
          <Button busy={busy} onClick={() => void retry()}>
            {t('shell.retry')}
          </Button>
        }
      />
    </div>
  );
}
