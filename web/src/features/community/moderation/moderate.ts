import { useMutation, useQueryClient } from '@tanstack/react-query';
import { rowOrNull } from '#lib/database.ts';
import { sayFailure } from '#lib/failure.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { toast } from '#ui/toast.tsx';

export interface Target {
  target_kind: 'topic' | 'post';
  target_id: string;
}

/** What moderators do with a text. Each deed is written down by the database. */
export function useModeration() {
  const t = useTranslations();
  const client = useQueryClient();
  const told = {
    onSuccess: () => {
      toast.success(t('community.moderated'));
      return client.invalidateQueries({ queryKey: ['forum'] });
    },
    onError: (error: unknown) => toast.error(sayFailure(error, t, 'community.moderation_failed')),
  };
  const hide = useMutation({
    mutationFn: async (wish: Target & { hidden: boolean }) =>
      rowOrNull(await (await supabase()).rpc('set_hidden', wish)),
    ...told,
  });
  const mark = useMutation({
    mutationFn: async ({ id, ...marks }: { id: string; locked?: boolean; pinned?: boolean }) =>
      rowOrNull(
        await (await supabase()).from('forum_topics').update(marks).eq('id', id).select('id').single(),
      ),
    ...told,
  });
  const dismiss = useMutation({
    mutationFn: async ({ target_kind, target_id }: Target) =>
      rowOrNull(await (await supabase()).rpc('dismiss_reports', { target_kind, target_id })),
    ...told,
  });
  return {
    hide: hide.mutate,
    mark: mark.mutate,
    dismiss: dismiss.mutate,
    busy: hide.isPending || mark.isPending || dismiss.isPending,
  };
}
