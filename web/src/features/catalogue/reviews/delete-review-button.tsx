import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { toast } from '#ui/toast.tsx';
import { deleteReview } from './write-review.ts';

/** Deletes the member's own review after a confirmation. */
export function DeleteReviewButton({ id }: { id: string }) {
  const t = useTranslations();
  const client = useQueryClient();
  const [confirming, setConfirming] = useState(false);
  const { run, isPending } = useAction(() => deleteReview(id), {
    onSuccess: async () => {
      setConfirming(false);
      toast.success(t('catalogue.review_deleted'));
      await client.invalidateQueries({ queryKey: ['catalogue'] });
    },
    onError: () => setConfirming(false),
    signInKey: 'catalogue.review_sign_in',
    signIn: 'offer',
    errorKey: 'catalogue.delete_review_failed',
  });
  return (
    <>
      <IconButton icon="trash" label={t('catalogue.delete_review')} onClick={() => setConfirming(true)} />
      <AlertDialog
        danger
        open={confirming}
        onOpenChange={setConfirming}
        title={t('catalogue.delete_review_question')}
        description={t('catalogue.delete_review_text')}
        confirm={t('catalogue.delete_review_confirm')}
        busy={isPending}
        onConfirm={() => void run()}
      />
    </>
  );
}
