import type { MessageKey } from '@lakou/contract/translate';
import { useQueryClient } from '@tanstack/react-query';
import { rowsOf } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { toast } from '#ui/toast.tsx';
import { useAdminAction } from '../use-admin-action.ts';
import type { Kind } from './title-form-values.ts';

const tables = { movie: 'movies', series: 'series' } as const;

export interface TitleRow {
  id: string;
  title: string;
  thumbnail_url: string | null;
  published: boolean;
}

/** Publishes or unpublishes a title. */
export function PublishButton({ kind, row }: { kind: Kind; row: TitleRow }) {
  const t = useTranslations();
  const queries = useQueryClient();
  const { run, isPending } = useAdminAction(
    async () => {
      const table = (await supabase()).from(tables[kind]);
      rowsOf(await table.update({ published: !row.published }).eq('id', row.id).select('id').single());
    },
    {
      onSuccess: () =>
        toast.success(t(row.published ? messages[kind].unpublished : messages[kind].published)),
      errorKey: messages[kind].statusFailed,
      onSettled: () => queries.invalidateQueries(),
    },
  );
  return (
    <IconButton
      icon={row.published ? 'eye-off' : 'eye'}
      label={t(row.published ? 'admin.unpublish' : 'admin.publish', { title: row.title })}
      busy={isPending}
      onClick={() => void run()}
    />
  );
}

const messages = {
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
