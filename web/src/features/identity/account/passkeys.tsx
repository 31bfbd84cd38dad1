import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSettings } from '#lib/page-frame.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Alert } from '#ui/alert.tsx';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.tsx';
import { useAuthErrorMessage } from '../auth-error-message.ts';
import { passkeyAddress, usePasskeySupport } from '../passkey-support.ts';
import { useConfirmed } from './confirm-identity.tsx';
import { PasskeyRow, type PasskeySummary } from './passkey-row.tsx';
import { passkeys } from './read-account.ts';
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx';
import { Section } from './section.tsx';

/** Not there where the server has no passkeys; elsewhere it says why none can be added. */
export function Passkeys() {
  const t = useTranslations();
  const authMessage = useAuthErrorMessage();
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  const { passkeyHost } = useSettings();
  const support = usePasskeySupport();
  const { data, isError, refetch } = useQuery({ ...passkeys(), enabled: passkeyHost !== null });
  const [renaming, setRenaming] = useState<PasskeySummary | null>(null);
  const [removing, setRemoving] = useState<PasskeySummary | null>(null);
  const refetchPasskeys = () => queries.invalidateQueries(passkeys());
  const describeError = (error: unknown) => authMessage(error, 'identity.account_passkey_failed');

  const adding = useAction(
    async () => {
      await confirmed(async () => {
        const { error } = await (await supabase()).auth.registerPasskey();
        if (error) throw error;
      });
      toast.success(t('identity.account_passkey_added'));
    },
    { onSuccess: refetchPasskeys, describeError },
  );
  const removal = useAction(
    async (passkeyId: string) => {
      await confirmed(async () => {
        const { error } = await (await supabase()).auth.passkey.delete({ passkeyId });
        if (error) throw error;
      });
      toast.success(t('identity.account_passkey_removed'));
    },
    { onSuccess: refetchPasskeys, onSettled: () => setRemoving(null), describeError },
  );

  if (passkeyHost === null) return null;
  return (
    <Section title={t('identity.account_passkeys')} text={t('identity.account_passkeys_text')}>
      {isError && (
        <Alert tone="danger" title={t('identity.account_passkeys_unread')}>
          <Button variant="secondary" size="s" onClick={() => refetch()}>
            {t('shell.retry')}
          </Button>
        </Alert>
      )}
      {!data && !isError && <Skeleton className="h-16" />}
      {data?.length === 0 && <p className="text-soft">{t('identity.account_passkeys_none')}</p>}
      {data && data.length > 0 && (
        <ul className="divide-y divide-line">
          {data.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setRenaming(passkey)}
              onRemove={() => setRemoving(passkey)}
            />
          ))}
        </ul>
      )}
      {support === 'available' && (
        <Button
          variant="secondary"
          className="justify-self-start"
          busy={adding.isPending}
          onClick={() => void adding.run()}
        >
          {!adding.isPending && <Icon name="plus" />}
          {t('identity.account_passkey_add')}
        </Button>
      )}
      {support === 'unsupported' && <Alert>{t('identity.account_passkeys_unsupported')}</Alert>}
      {support === 'other_host' && (
        <Alert>{t('identity.account_passkeys_other_host', { address: passkeyAddress(passkeyHost) })}</Alert>
      )}
      {renaming && (
        <RenamePasskeyDialog
          passkey={renaming}
          onClose={() => setRenaming(null)}
          onRenamed={refetchPasskeys}
        />
      )}
      <AlertDialog
        open={removing !== null}
        onOpenChange={(open) => !open && setRemoving(null)}
        title={t('identity.account_passkey_remove_question', { name: removing?.friendly_name ?? '' })}
        description={t('identity.account_passkey_remove_text')}
        confirm={t('identity.account_passkey_remove')}
        onConfirm={() => removing && void removal.run(removing.id)}
        busy={removal.isPending}
        danger
      />
    </Section>
  );
}
