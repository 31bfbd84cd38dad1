import type { BulkEditInput } from '@lakou/contract/admin/inputs';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { rowsOf } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { toast } from '#ui/toast.tsx';
import { useAdminAction } from '../use-admin-action.ts';
import type { Kind } from './title-form-values.ts';
import type { Selection } from './use-selection.ts';

const BulkDialog = lazy(async () => ({ default: (await import('./bulk-dialog.tsx')).BulkDialog }));

/** What can be done with all selected titles at once. */
export function BulkBar<Row extends { id: string }>({
  kind,
  selection: { ids, clear },
}: {
  kind: Kind;
  selection: Selection<Row>;
}) {
  const t = useTranslations();
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { run, isPending } = useAdminAction(
    async (change: BulkEditInput) =>
      rowsOf<number | null>(await (await supabase()).rpc('edit_titles', { kind, ids, change })),
    {
      onSuccess: (count) => {
        toast.success(t('admin.bulk_saved', { count }));
        setOpen(false);
        clear();
        return queries.invalidateQueries();
      },
      errorKey: 'admin.bulk_failed',
    },
  );
  if (ids.length === 0) return <p role="status" className="sr-only" />;
  return (
    <Card className="sticky top-20 z-10 flex flex-wrap items-center gap-3 p-3!">
      <p role="status" className="px-2 font-semibold tabular-nums">
        {t('admin.selected', { count: ids.length })}
      </p>
      <Button size="s" variant="secondary" busy={isPending} onClick={() => void run({ published: true })}>
        {t('admin.bulk_publish')}
      </Button>
      <Button size="s" variant="secondary" busy={isPending} onClick={() => void run({ published: false })}>
        {t('admin.bulk_unpublish')}
      </Button>
      <Button size="s" onClick={() => setOpen(true)}>
        {t('admin.bulk_edit')}
      </Button>
      <Button size="s" variant="quiet" onClick={clear} className="ms-auto">
        {t('admin.clear_selection')}
      </Button>
      {isOpen && (
        <Suspense>
          <BulkDialog count={ids.length} busy={isPending} onClose={() => setOpen(false)} onSave={run} />
        </Suspense>
      )}
    </Card>
  );
}
