import type { MessageKey } from '@lakou/contract/translate';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import type { DeletedRow } from './read-deleted-rows.ts';

interface DeletedRowCardProps {
  row: DeletedRow;
  busy: boolean;
  onRestore: () => void;
  onDiscard: () => void;
}

/** What was deleted, by whom and when, and until when it can be restored. */
export function DeletedRowCard({ row, busy, onRestore, onDiscard }: DeletedRowCardProps) {
  const t = useTranslations();
  const format = useFormat();
  const { table_name, label, episodes, deleted_by, deleted_at, gone_at } = row;
  const name = label || t('admin.untitled');
  const date = `${format.date(deleted_at)} ${deleted_at.slice(11, 16)} UTC`;
  return (
    <Card asChild className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <li>
        <div className="grid min-w-0 gap-1">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold wrap-anywhere">{name}</span>
            <Badge tone="muted">{t(`admin.subject_${table_name}` as MessageKey)}</Badge>
            {episodes > 0 && (
              <span className="text-sm text-soft">{t('admin.with_episodes', { count: episodes })}</span>
            )}
          </p>
          <p className="text-sm text-soft">
            {t('admin.deleted_by', { name: deleted_by ?? t('admin.deleted_member'), date })}
          </p>
          <p className="text-sm">{t('admin.gone_on', { date: format.date(gone_at) })}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button
            size="s"
            variant="secondary"
            busy={busy}
            onClick={onRestore}
            aria-label={t('admin.restore_name', { name })}
          >
            {t('admin.restore')}
          </Button>
          <Button
            size="s"
            variant="quiet"
            onClick={onDiscard}
            aria-label={t('admin.delete_for_good_name', { name })}
          >
            {t('admin.delete_for_good')}
          </Button>
        </div>
      </li>
    </Card>
  );
}
