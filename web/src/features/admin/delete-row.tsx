import type { MessageKey } from '@lakou/contract/translate';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { rowsOf } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { toast } from '#ui/toast.tsx';
import { sayRefusal } from './say-refusal.ts';

export interface DeleteWords {
  /** What goes with it. */
  deleteText: MessageKey;
  deleted: MessageKey;
  deleteFailed: MessageKey;
}

interface DeleteRowProps {
  table: 'movies' | 'series' | 'episodes' | 'movie_categories' | 'featured_films' | 'banners';
  words: DeleteWords;
  /** What is to go; nothing closes the question. */
  row: { id: string; name: string } | null;
  onDone: () => void;
}

/** Asks, then deletes. What may not go stays, and the refusal says why. */
export function DeleteRow({ table, words, row, onDone }: DeleteRowProps) {
  const t = useTranslations();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async (id: string) => {
      rowsOf(await (await supabase()).from(table).delete().eq('id', id).select('id').single());
    },
    onSuccess: () => toast.success(t(words.deleted)),
    onError: (error) => toast.error(sayRefusal(error, t, words.deleteFailed)),
    onSettled: () => {
      onDone();
      return queries.invalidateQueries();
    },
  });
  return (
    <AlertDialog
      open={row !== null}
      onOpenChange={(open) => !open && onDone()}
      title={t('admin.delete_name_question', { name: row?.name ?? '' })}
      description={t(words.deleteText)}
      confirm={t('admin.delete')}
      danger
      busy={isPending}
      onConfirm={() => row && mutate(row.id)}
    />
  );
}
