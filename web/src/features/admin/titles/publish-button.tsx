import type { MessageKey } from '@lakou/contract/translate';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { rowsOf } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { toast } from '#ui/toast.tsx';
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
  const t = useTranslations();
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

const words = {
  movie: {
    published: 'admin.movie_published',
    unpublished: 'admin.movie_unpublished',
    statusFailed: 'admin.movie_status_failed',
  },
  series: {
    published: 'admin.series_published',
    unpublished: 'admin.series_unpublished',
    statusFailed: 'admin.series_status_failed',
  },
} as const satisfies Record<Kind, Record<string, MessageKey>>;
