import { lazy, Suspense, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { useHydrated } from '#lib/use-hydrated.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';

const load = () => import('./new-topic-dialog.tsx');
const NewTopicDialog = lazy(load);

export function NewTopicButton({ category_id }: { category_id: string | null }) {
  const t = useTranslations();
  const hydrated = useHydrated();
  const [open, setOpen] = useState(false);
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
