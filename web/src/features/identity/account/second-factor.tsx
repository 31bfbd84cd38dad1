import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rowsOf } from '#lib/database.ts';
import { sayFailure } from '#lib/failure.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.tsx';
import { useAuthSentence } from '../auth-sentence.ts';
import { EnrolDialog } from './enrol-dialog.tsx';
import { codesLeft, factors } from './read-account.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { Section } from './section.tsx';

export function SecondFactor() {
  const t = useTranslations();
  const say = useAuthSentence();
  const queries = useQueryClient();
  const { data: found } = useQuery(factors());
  const on = (found?.length ?? 0) > 0;
  const { data: left } = useQuery({ ...codesLeft(), enabled: on });
  const [enrolling, setEnrolling] = useState(false);
  const [asking, setAsking] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const readAgain = () => queries.invalidateQueries({ queryKey: ['account'] });

  const making = useAction((error) => toast.error(sayFailure(error, t, 'identity.account_factor_failed')));
  const makeCodes = () =>
    making.run(async () => {
      setCodes(rowsOf(await (await supabase()).rpc('make_recovery_codes')));
      await readAgain();
    });
  const ending = useAction((error) => toast.error(say(error, 'identity.account_factor_failed')));
  const turnOff = () =>
    ending.run(async () => {
      const { auth } = await supabase();
      for (const factorId of found ?? []) {
        const { error } = await auth.mfa.unenroll({ factorId });
        if (error) throw error;
      }
      await auth.refreshSession();
      setAsking(false);
      toast.success(t('identity.account_factor_off_done'));
      await readAgain();
    });

  return (
    <Section title={t('identity.account_factor')} text={t('identity.account_factor_text')}>
      {!found && <Skeleton className="h-11 w-40" />}
      {found && !on && (
        <Button variant="secondary" className="justify-self-start" onClick={() => setEnrolling(true)}>
          {t('identity.account_factor_set_up')}
        </Button>
      )}
      {on && (
        <>
          <p className="flex flex-wrap items-center gap-3">
            <Badge tone="success">{t('identity.account_factor_on')}</Badge>
            {left !== undefined && (
              <span className="text-soft">{t('identity.account_codes_left', { count: left })}</span>
            )}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" busy={making.busy} onClick={makeCodes}>
              {t('identity.account_codes_new')}
            </Button>
            <Button variant="danger" onClick={() => setAsking(true)}>
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
            await makeCodes();
          }}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('identity.account_factor_turn_off_ask')}
        description={t('identity.account_factor_turn_off_text')}
        confirm={t('identity.account_factor_turn_off')}
        onConfirm={turnOff}
        busy={ending.busy}
        danger
      />
    </Section>
  );
}
