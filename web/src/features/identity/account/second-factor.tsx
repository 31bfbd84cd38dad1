import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rowsOf } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.tsx';
import { useAuthErrorMessage } from '../auth-error-message.ts';
import { AddSecurityKey } from './add-security-key.tsx';
import { useConfirmed } from './confirm-identity.tsx';
import { EnrolDialog } from './enrol-dialog.tsx';
import { FactorList } from './factor-list.tsx';
import { codesLeft, factors } from './read-account.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { Section } from './section.tsx';

export function SecondFactor() {
  const t = useTranslations();
  const authMessage = useAuthErrorMessage();
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  const { data: enabled } = useQuery(factors());
  const isEnabled = (enabled?.length ?? 0) > 0;
  const { data: codesRemaining } = useQuery({ ...codesLeft(), enabled: isEnabled });
  const [enrolling, setEnrolling] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const refetchAccount = () => queries.invalidateQueries({ queryKey: ['account'] });

  const createCodes = useAction(
    async () => {
      setCodes(await confirmed(async () => rowsOf(await (await supabase()).rpc('make_recovery_codes'))));
      await refetchAccount();
    },
    { errorKey: 'identity.account_factor_failed' },
  );
  // The codes of the first factor stay valid for the second.
  const onAdded = async () => {
    toast.success(t('identity.account_factor_on_done'));
    await (isEnabled ? refetchAccount() : createCodes.run());
  };
  const disable = useAction(
    async () => {
      const { auth } = await supabase();
      for (const { id } of enabled ?? []) {
        await confirmed(async () => {
          const { error } = await auth.mfa.unenroll({ factorId: id });
          if (error) throw error;
        });
      }
      await auth.refreshSession();
      setConfirming(false);
      toast.success(t('identity.account_factor_off_done'));
      await refetchAccount();
    },
    { describeError: (error) => authMessage(error, 'identity.account_factor_failed') },
  );

  return (
    <Section title={t('identity.account_factor')} text={t('identity.account_factor_text')}>
      {!enabled && <Skeleton className="h-11 w-40" />}
      {enabled && !isEnabled && (
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => setEnrolling(true)}>
            {t('identity.account_factor_set_up')}
          </Button>
          <AddSecurityKey existing={enabled} onAdded={onAdded} />
        </div>
      )}
      {isEnabled && (
        <>
          <p className="flex flex-wrap items-center gap-3">
            <Badge tone="success">{t('identity.account_factor_on')}</Badge>
            {codesRemaining !== undefined && (
              <span className="text-soft">{t('identity.account_codes_left', { count: codesRemaining })}</span>
            )}
          </p>
          <FactorList factors={enabled ?? []} />
          <div className="flex flex-wrap gap-3">
            {!enabled?.some(({ type }) => type === 'totp') && (
              <Button variant="secondary" onClick={() => setEnrolling(true)}>
                {t('identity.account_factor_add_app')}
              </Button>
            )}
            <AddSecurityKey existing={enabled ?? []} onAdded={onAdded} />
            <Button variant="secondary" busy={createCodes.isPending} onClick={() => void createCodes.run()}>
              {t('identity.account_codes_new')}
            </Button>
            <Button variant="danger" onClick={() => setConfirming(true)}>
              {t('identity.account_factor_turn_off')}
            </Button>
          </div>
        </>
      )}
      {enrolling && (
        <EnrolDialog
          onClose={() => setEnrolling(false)}
          onDone={async () => {
            setEnrolling(false);
            await onAdded();
          }}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
      <AlertDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={t('identity.account_factor_turn_off_question')}
        description={t('identity.account_factor_turn_off_text')}
        confirm={t('identity.account_factor_turn_off')}
        onConfirm={() => void disable.run()}
        busy={disable.isPending}
        danger
      />
    </Section>
  );
}
