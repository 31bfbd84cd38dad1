import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';

export function EditButtons({ busy, onCancel }: { busy: boolean; onCancel: () => void }) {
  const t = useTranslations();
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" size="s" busy={busy}>
        {t(busy ? 'community.saving' : 'community.save')}
      </Button>
      <Button variant="quiet" size="s" onClick={onCancel}>
        {t('shell.cancel')}
      </Button>
    </div>
  );
}
