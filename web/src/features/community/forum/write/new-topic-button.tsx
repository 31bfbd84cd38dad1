import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { useHydrated } from '#lib/use-hydrated.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';

const load = () => import('./new-topic-dialog.tsx');
const NewTopicDialog = lazy(load);

/** Navigation state: the form for a new topic is open on arrival. */
export const OPEN_NEW_TOPIC = { newTopic: true };

export function NewTopicButton({ category_id }: { category_id: string | null }) {
  const t = useTranslations();
  const hydrated = useHydrated();
  const state = useLocation().state as Partial<typeof OPEN_NEW_TOPIC> | null;
  const [open, setOpen] = useState(state?.newTopic === true);
  return (
    <>
      <Button
        size="l"
        aria-haspopup="dialog"
        disabled={!hydrated}
        onPointerEnter={() => void load()}
        onClick={() => setOpen(true)}
        className="max-sm:w-full"
      >
        <Icon name="plus" />
        {t('community.create')}
      </Button>
      {open && (
        <Suspense>
          <NewTopicDialog category_id={category_id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
