import { lazy, Suspense, useState } from 'react';
import { useAlive } from '../../../../lib/alive.ts';
import { useWords } from '../../../../lib/words.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';

const load = () => import('./new-topic-dialog.tsx');
const NewTopicDialog = lazy(load);

export function NewTopicButton({ category_id }: { category_id: string | null }) {
  const t = useWords();
  const alive = useAlive();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="l"
        aria-haspopup="dialog"
        disabled={!alive}
        onPointerEnter={() => void load()}
        onClick={() => setOpen(true)}
        className="max-sm:w-full"
      >
        <Icon name="plus" />
        {t('forum.create')}
      </Button>
      {open && (
        <Suspense>
          <NewTopicDialog category_id={category_id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
