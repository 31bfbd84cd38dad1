import type { WordKey } from '@lakou/contract/words';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { DataError, rowsOf } from '../../../lib/database.ts';
import { supabase } from '../../../lib/supabase.ts';
import { useWords } from '../../../lib/words.tsx';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { sayRefusal } from '../say-refusal.ts';
import type { Kind } from './title-form-values.ts';

const tables = { movie: 'movies', series: 'series' } as const;

export interface TitleRow {
  id: string;
  title: string;
  published: boolean;
}

/** The eye: published or not. */
export function PublishButton({ kind, row }: { kind: Kind; row: TitleRow }) {
  const t = useWords();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const table = (await supabase()).from(tables[kind]);
      rowsOf(await table.update({ published: !row.published }).eq('id', row.id).select('id').single());
    },
    onSuccess: () => toast.success(t(row.published ? words[kind].unpublished : words[kind].published)),
    onError: (error) => toast.error(sayRefusal(error, t, words[kind].statusFailed)),
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <IconButton
      icon={row.published ? 'eye-off' : 'eye'}
      label={t(row.published ? 'admin.unpublish' : 'admin.publish', { title: row.title })}
      busy={isPending}
      onClick={() => !isPending && mutate()}
    />
  );
}

interface DeleteTitleProps {
  kind: Kind;
  /** What is to go; nothing closes the question. */
  title: TitleRow | null;
  onDone: () => void;
}

/** Asks, then deletes. What people have paid for stays, and the refusal says so. */
export function DeleteTitle({ kind, title, onDone }: DeleteTitleProps) {
  const t = useWords();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async (id: string) => {
      const gone = rowsOf(await (await supabase()).from(tables[kind]).delete().eq('id', id).select('id'));
      if (gone.length === 0) throw new DataError(404, { message: '', code: '', hint: null });
    },
    onSuccess: () => toast.success(t(words[kind].deleted)),
    onError: (error) => toast.error(sayRefusal(error, t, words[kind].deleteFailed)),
    onSettled: () => {
      onDone();
      return queries.invalidateQueries();
    },
  });
  return (
    <AlertDialog
      open={title !== null}
      onOpenChange={(open) => !open && onDone()}
      title={t('admin.delete_title_question', { title: title?.title ?? '' })}
      description={t(words[kind].deleteText)}
      confirm={t('admin.delete')}
      danger
      busy={isPending}
      onConfirm={() => title && mutate(title.id)}
    />
  );
}

const words = {
  movie: {
    published: 'admin.movie_published',
    unpublished: 'admin.movie_unpublished',
    statusFailed: 'admin.movie_status_failed',
    deleted: 'admin.movie_deleted',
    deleteFailed: 'admin.movie_delete_failed',
    deleteText: 'admin.delete_movie_text',
  },
  series: {
    published: 'admin.series_published',
    unpublished: 'admin.series_unpublished',
    statusFailed: 'admin.series_status_failed',
    deleted: 'admin.series_deleted',
    deleteFailed: 'admin.series_delete_failed',
    deleteText: 'admin.delete_series_text',
  },
} as const satisfies Record<Kind, Record<string, WordKey>>;
