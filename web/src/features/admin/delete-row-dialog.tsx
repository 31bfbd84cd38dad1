import type { MessageKey } from '@lakou/contract/translate';
import { useQueryClient } from '@tanstack/react-query';
import { rowsOf } from '#lib/database.ts';
import { useSettings } from '#lib/page-frame.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { toast } from '#ui/toast.tsx';
import { useAdminAction } from './use-admin-action.ts';

export interface DeleteMessages {
  /** What is deleted along with the row. */
  deleteText: MessageKey;
  deleted: MessageKey;
  deleteFailed: MessageKey;
}

interface DeleteRowDialogProps {
  table: 'movies' | 'series' | 'episodes' | 'movie_categories' | 'featured_films' | 'banners';
  messages: DeleteMessages;
  /** The row to delete; null closes the dialog. */
  row: { id: string; name: string } | null;
  onDone: () => void;
}

/** Confirms, then deletes. If the database refuses, a toast shows the reason. */
export function DeleteRowDialog({ table, messages, row, onDone }: DeleteRowDialogProps) {
  const t = useTranslations();
  const { retentionDays } = useSettings();
  const queries = useQueryClient();
  const { run, isPending } = useAdminAction(
    async (id: string) => {
      rowsOf(await (await supabase()).from(table).delete().eq('id', id).select('id').single());
    },
    {
      onSuccess: () => toast.success(t(messages.deleted)),
      errorKey: messages.deleteFailed,
      onSettled: () => {
        onDone();
        return queries.invalidateQueries();
      },
    },
  );
  return (
    <AlertDialog
      open={row !== null}
      onOpenChange={(open) => !open && onDone()}
      title={t('admin.delete_name_question', { name: row?.name ?? '' })}
      description={`${t(messages.deleteText)} ${t('admin.restorable', { count: retentionDays.deleted_rows })}`}
      confirm={t('admin.delete')}
      danger
      busy={isPending}
      onConfirm={() => row && run(row.id)}
    />
  );
}
