import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#lib/api-error.ts';
import { callFunction } from '#lib/call-function.ts';
import { errorMessage } from '#lib/error-message.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { toast } from '#ui/toast.tsx';

interface DeleteMemberDialogProps {
  /** The member to delete; null closes the dialog. */
  member: { id: string; username: string } | null;
  onDone: (deleted: boolean) => void;
}

/** Confirms, then deletes account, profile and files (P-7). */
export function DeleteMemberDialog({ member, onDone }: DeleteMemberDialogProps) {
  const t = useTranslations();
  const queries = useQueryClient();
  const { run, isPending } = useAction((user_id: string) => callFunction('delete-account', { user_id }), {
    onSuccess: async () => {
      toast.success(t('admin.user_deleted'));
      onDone(true);
      await queries.invalidateQueries({ queryKey: ['admin'] });
    },
    onError: () => onDone(false),
    describeError: (error) =>
      error instanceof ApiError
        ? errorMessage(error, t, 'admin.user_delete_failed')
        : t('admin.user_delete_error'),
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
      onConfirm={() => member && run(member.id)}
    />
  );
}
