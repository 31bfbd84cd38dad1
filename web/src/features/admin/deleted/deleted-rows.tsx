import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rowOrNull } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { MoreButton } from '#ui/more-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.tsx';
import { AdminEmptyState } from '../admin-empty-state.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { useAdminAction } from '../use-admin-action.ts';
import { DeletedRowCard } from './deleted-row-card.tsx';
import { type DeletedRow, deletedRows } from './read-deleted-rows.ts';

type DeletedAction = 'restore_deleted_row' | 'discard_deleted_row';

/** What staff deleted: to be restored, or removed for good before its time. */
export function DeletedRows() {
  const t = useTranslations();
  const queries = useQueryClient();
  const [discarding, setDiscarding] = useState<DeletedRow | null>(null);
  const query = useInfiniteQuery(deletedRows());
  const act = useAdminAction(
    async ({ row, action }: { row: DeletedRow; action: DeletedAction }) => {
      rowOrNull(await (await supabase()).rpc(action, { deleted_id: row.id }));
    },
    {
      inputKey: ({ row }) => String(row.id),
      onSuccess: (_, { action }) =>
        toast.success(t(action === 'restore_deleted_row' ? 'admin.restored' : 'admin.deleted_for_good')),
      errorKey: 'admin.restore_failed',
      onSettled: () => {
        setDiscarding(null);
        return queries.invalidateQueries();
      },
    },
  );
  if (!query.data) {
    if (!query.isError) return <Skeleton className="h-40" />;
    return <LoadFailed title="admin.numbers_failed" busy={query.isFetching} retry={query.refetch} />;
  }
  const rows = query.data.pages.flat();
  if (rows.length === 0) return <AdminEmptyState title={t('admin.nothing_deleted')} />;
  return (
    <>
      <ul aria-label={t('admin.deleted')} className="grid gap-4">
        {rows.map((row) => (
          <DeletedRowCard
            key={row.id}
            row={row}
            busy={act.isPending && act.input?.row.id === row.id}
            onRestore={() => void act.run({ row, action: 'restore_deleted_row' })}
            onDiscard={() => setDiscarding(row)}
          />
        ))}
      </ul>
      <MoreButton query={query} variant="secondary">
        {t('admin.older_failed_jobs')}
      </MoreButton>
      <AlertDialog
        open={discarding !== null}
        onOpenChange={(open) => !open && setDiscarding(null)}
        title={t('admin.discard_deleted_question', { name: discarding?.label || t('admin.untitled') })}
        description={t('admin.discard_deleted_text')}
        confirm={t('admin.delete_for_good')}
        danger
        busy={act.isPending}
        onConfirm={() => discarding && void act.run({ row: discarding, action: 'discard_deleted_row' })}
      />
    </>
  );
}
