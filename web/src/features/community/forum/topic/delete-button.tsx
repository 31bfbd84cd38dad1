import { useState } from 'react';
import { SignInRequired } from '#lib/api-error.ts';
import { rowOrNull } from '#lib/database.ts';
import { useSession } from '#lib/session.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { toast } from '#ui/toast.tsx';

interface DeleteButtonProps {
  kind: 'topic' | 'post';
  id: string;
  onDeleted: () => unknown;
}

/** Deletes after a confirmation; the dialog stays open until it is done. */
export function DeleteButton({ kind, id, onDeleted }: DeleteButtonProps) {
  const t = useTranslations();
  const { status } = useSession();
  const [confirming, setConfirming] = useState(false);
  const { run, isPending } = useAction(
    async () => {
      // After a sign-out in another tab the database would only find nothing to delete.
      if (status === 'out') throw new SignInRequired();
      const table = kind === 'topic' ? 'forum_topics' : 'forum_posts';
      rowOrNull(await (await supabase()).from(table).delete().eq('id', id).select('id').single());
    },
    {
      onSuccess: async () => {
        setConfirming(false);
        toast.success(t(`community.${kind}_deleted`));
        await onDeleted();
      },
      onError: () => setConfirming(false),
      signInKey: `community.delete_${kind}_login`,
      signIn: 'offer',
      errorKey: `community.delete_${kind}_failed`,
    },
  );
  return (
    <>
      <IconButton
        icon="trash"
        label={t(`community.delete_this_${kind}`)}
        onClick={() => setConfirming(true)}
      />
      <AlertDialog
        danger
        open={confirming}
        onOpenChange={setConfirming}
        title={t(`community.delete_${kind}`)}
        description={t(`community.delete_${kind}_text`)}
        confirm={t('community.delete')}
        busy={isPending}
        onConfirm={() => void run()}
      />
    </>
  );
}
