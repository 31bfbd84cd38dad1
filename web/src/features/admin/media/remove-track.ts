import { useQueryClient } from '@tanstack/react-query';
import { rowOrNull } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { toast } from '#ui/toast.tsx';

const REMOVED = { subtitles: 'media.subtitles_removed', sign_videos: 'media.sign_removed' } as const;

/** Removes what editors have uploaded beside a video. */
export function useRemoveTrack(table: keyof typeof REMOVED) {
  const t = useTranslations();
  const queries = useQueryClient();
  const { run, isPending } = useAction(
    // Its file stays for a restore; remove_unused_uploads() deletes it afterwards.
    async ({ id }: { id: string }) => {
      rowOrNull(await (await supabase()).from(table).delete().eq('id', id));
    },
    {
      onSuccess: () => toast.success(t(REMOVED[table])),
      errorKey: 'media.action_failed',
      onSettled: () => queries.invalidateQueries({ queryKey: ['media', table] }),
    },
  );
  return { remove: run, isPending };
}
