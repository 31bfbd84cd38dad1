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
import { EnrolDialog } from './enrol-dialog.tsx';
import { codesLeft, factors } from './read-account.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { Section } from './section.tsx';

export function SecondFactor() {
  const t = useTranslations();
  const authMessage = useAuthErrorMessage();
  const queries = useQueryClient();
  const { data: factorIds } = useQuery(factors());
  const isEnabled = (factorIds?.length ?? 0) > 0;
  const { data: codesRemaining } = useQuery({ ...codesLeft(), enabled: isEnabled });
  const [enrolling, setEnrolling] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const refetchAccount = () => queries.invalidateQueries({ queryKey: ['account'] });

  const createCodes = useAction(
    async () => {
      setCodes(rowsOf(await (await supabase()).rpc('make_recovery_codes')));
      await refetchAccount();
    },
    { errorKey: 'identity.account_factor_failed' },
  );
  const disable = useAction(
    async () => {
      const { auth } = await supabase();
      for (const factorId of factorIds ?? []) {
        const { error } = await auth.mfa.unenroll({ factorId });
        if (error) throw error;
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
      {!factorIds && <Skeleton className="h-11 w-40" />}
      {factorIds && !isEnabled && (
        <Button variant="secondary" className="justify-self-start" onClick={() => setEnrolling(true)}>
          {t('identity.account_factor_set_up')}
        </Button>
      )}
      {isEnabled && (
        <>
          <p className="flex flex-wrap items-center gap-3">
            <Badge tone="success">{t('identity.account_factor_on')}</Badge>
            {codesRemaining !== undefined && (
              <span className="text-soft">{t('identity.account_codes_left', { count: codesRemaining })}</span>
            )}
          </p>
          <div className="flex flex-wrap gap-3">
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
            toast.success(t('identity.account_factor_on_done'));
            await createCodes.run();
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
