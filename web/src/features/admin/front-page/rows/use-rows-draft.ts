import type { RowPlace } from '@lakou/contract/admin/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rowOrNull } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { toast } from '#ui/toast.tsx';
import { useAdminAction } from '../../use-admin-action.ts';
import { type EditedRow, toEditedRow } from './edited-row.ts';
import { savedRows } from './read-rows.ts';

type RowErrors = Record<string, string>;

/** The rows of a place as they are being edited. What is not saved is kept while another place is edited. */
export function useRowsDraft(place: RowPlace) {
  const t = useTranslations();
  const queries = useQueryClient();
  const query = useQuery(savedRows(place));
  const [drafts, setDrafts] = useState<Partial<Record<RowPlace, EditedRow[]>>>({});
  const [errors, setErrors] = useState<RowErrors>({});
  const saved = query.data?.map(toEditedRow);
  const rows = drafts[place] ?? saved;
  const setDraft = (draft: EditedRow[] | undefined) => setDrafts((before) => ({ ...before, [place]: draft }));

  const save = useAdminAction(
    async (draft: EditedRow[]) => {
      const found = await checkRows(draft);
      if ('errors' in found) {
        setErrors(found.errors);
        return false;
      }
      const seen = (query.data ?? []).map(({ id, updated_at }) => ({ id, updated_at }));
      rowOrNull(await (await supabase()).rpc('save_front_page', { of_place: place, seen, rows: found.rows }));
      return true;
    },
    {
      onSuccess: async (isSaved) => {
        if (!isSaved) return;
        setErrors({});
        await query.refetch();
        setDraft(undefined);
        toast.success(t('admin.front_page_saved'));
        // The pages that show the rows; nobody waits for them.
        void queries.invalidateQueries();
      },
      errorKey: 'admin.front_page_failed',
      // What another editor has saved meanwhile is seen, and known to the next attempt.
      onSettled: () => query.refetch(),
    },
  );
  const isChanged = (draft: EditedRow[] | undefined) =>
    draft !== undefined && JSON.stringify(draft) !== JSON.stringify(saved);
  return {
    query,
    rows,
    errors,
    isDirty: isChanged(drafts[place]),
    isAnythingDirty:
      isChanged(drafts[place]) || Object.entries(drafts).some(([key, draft]) => key !== place && draft),
    change(next: EditedRow[]): void {
      setErrors({});
      setDraft(next);
    },
    discard(): void {
      setErrors({});
      setDraft(undefined);
    },
    save,
  };
}

async function checkRows(draft: EditedRow[]) {
  const { frontPageRowsInput } = await import('@lakou/contract/admin/front-page');
  const result = frontPageRowsInput.safeParse(draft);
  if (result.success) return { rows: result.data };
  const errors: RowErrors = {};
  for (const { path, message } of result.error.issues) {
    const row = draft[Number(path[0])];
    if (row) errors[row.id] ??= message;
  }
  return { errors };
}
