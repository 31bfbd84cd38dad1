import { useQueryClient } from '@tanstack/react-query';
import { rowOrNull } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { toast } from '#ui/toast.tsx';

export interface Target {
  target_kind: 'topic' | 'post';
  target_id: string;
}

/** Moderation of a topic or post. The database logs each action. */
export function useModeration() {
  const t = useTranslations();
  const client = useQueryClient();
  const options = {
    onSuccess: () => {
      toast.success(t('community.moderated'));
      return client.invalidateQueries({ queryKey: ['forum'] });
    },
    errorKey: 'community.moderation_failed',
  } as const;
  const hide = useAction(
    async (input: Target & { hidden: boolean }) =>
      rowOrNull(await (await supabase()).rpc('set_hidden', input)),
    options,
  );
  const mark = useAction(
    async ({ id, ...marks }: { id: string; locked?: boolean; pinned?: boolean }) =>
      rowOrNull(
        await (await supabase()).from('forum_topics').update(marks).eq('id', id).select('id').single(),
      ),
    // A topic can be locked while it is being pinned.
    { ...options, inputKey: ({ id, ...marks }) => [id, ...Object.keys(marks)].join() },
  );
  const dismiss = useAction(
    async ({ target_kind, target_id }: Target) =>
      rowOrNull(await (await supabase()).rpc('dismiss_reports', { target_kind, target_id })),
    options,
  );
  return {
    hide: hide.run,
    mark: mark.run,
    dismiss: dismiss.run,
    isPending: hide.isPending || mark.isPending || dismiss.isPending,
  };
}
