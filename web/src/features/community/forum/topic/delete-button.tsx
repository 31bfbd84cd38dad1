import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { rowOrNull } from '#lib/database.ts';
import { isNetworkFailure, sayFailure } from '#lib/failure.ts';
import { useSession } from '#lib/session.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { toast } from '#ui/toast.tsx';
import { isSignedOut } from '../write/send.ts';

interface DeleteButtonProps {
  kind: 'topic' | 'post';
  id: string;
  onDeleted: () => unknown;
}

/** Asks, then deletes; the dialog stays until it is done. */
export function DeleteButton({ kind, id, onDeleted }: DeleteButtonProps) {
  const t = useTranslations();
  const { status } = useSession();
  const [asking, ask] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const table = kind === 'topic' ? 'forum_topics' : 'forum_posts';
      rowOrNull(await (await supabase()).from(table).delete().eq('id', id).select('id').single());
    },
    onSuccess: async () => {
      ask(false);
      toast.success(t(`community.${kind}_deleted`));
      await onDeleted();
    },
    onError: (error) => {
      ask(false);
      if (isSignedOut(error)) toast.error(t(`community.delete_${kind}_login`));
      else if (isNetworkFailure(error)) toast.error(t('shell.network_error'));
      else toast.error(sayFailure(error, t, `community.delete_${kind}_failed`));
    },
  });
  return (
    <>
      <IconButton icon="trash" label={t(`community.delete_this_${kind}`)} onClick={() => ask(true)} />
      <AlertDialog
        danger
        open={asking}
        onOpenChange={ask}
        title={t(`community.delete_${kind}`)}
        description={t(`community.delete_${kind}_text`)}
        confirm={t('community.delete')}
        busy={isPending}
        onConfirm={() => {
          // A session that ended in another tab: the database would only find nothing to delete.
          if (status === 'out') {
            ask(false);
            toast.error(t(`community.delete_${kind}_login`));
          } else mutate();
        }}
      />
    </>
  );
}
