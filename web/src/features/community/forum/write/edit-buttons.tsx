import { useWords } from '../../../../lib/words.tsx';
import { Button } from '../../../../ui/button.tsx';

export function EditButtons({ busy, onCancel }: { busy: boolean; onCancel: () => void }) {
  const t = useWords();
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" size="s" busy={busy}>
        {t(busy ? 'forum.saving' : 'forum.save')}
      </Button>
      <Button variant="quiet" size="s" onClick={onCancel}>
        {t('ui.cancel')}
      </Button>
    </div>
  );
}
