import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sentenceOf } from '#lib/form.tsx';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { toast } from '#ui/toast.tsx';

interface DeleteMemberProps {
  /** Who is to go; nobody closes the question. */
  member: { id: string; username: string } | null;
  onDone: (deleted: boolean) => void;
}

/** Asks, then deletes login, profile, files and all (decision 7). */
export function DeleteMember({ member, onDone }: DeleteMemberProps) {
  const t = useTranslations();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async (user_id: string) => {
      const { error } = await (await supabase()).functions.invoke('delete-account', { body: { user_id } });
      if (error) throw error;
    },
    onSuccess: async () => {
      toast.success(t('admin.user_deleted'));
      onDone(true);
      await queries.invalidateQueries({ queryKey: ['staff'] });
    },
    onError: async (error) => {
      const response = (error as { context?: unknown }).context;
      const refused = response instanceof Response ? await response.json().catch(() => ({})) : undefined;
      const sentence = refused && sentenceOf(String(refused.code), t);
      if (refused && sentence !== refused.code) toast.error(sentence ?? t('admin.user_delete_failed'));
      else toast.error(t(refused ? 'admin.user_delete_failed' : 'admin.user_delete_error'));
      onDone(false);
    },
  });
  return (
    <AlertDialog
      open={member !== null}
      onOpenChange={(open) => !open && onDone(false)}
      title={t('admin.delete_user_question', { name: member?.username ?? '' })}
      description={t('admin.delete_user_text')}
      confirm={t('admin.delete')}
      danger
      busy={isPending}
      onConfirm={() => member && mutate(member.id)}
    />
  );
}
