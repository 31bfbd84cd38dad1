import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rowOrNull } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { toast } from '#ui/toast.tsx';
import { useAdminAction } from '../use-admin-action.ts';
import type { MemberDetail } from './read-member.ts';
import { ReasonDialog } from './reason-dialog.tsx';

type Action = 'grant' | 'end' | 'suspend' | 'lift' | 'sign_out';

const dayAfter = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Admin actions on a member: grant or end a subscription, suspend, lift, sign out. */
export function MemberActions({ member }: { member: MemberDetail }) {
  const t = useTranslations();
  const queries = useQueryClient();
  const person = member.profile.id;
  const [open, setOpen] = useState<Action | null>(null);
  const [plan, setPlan] = useState('monthly');
  const [until, setUntil] = useState(() => dayAfter(30));
  const current = member.subscriptions.find(
    ({ status, expires_at }) => status !== 'canceled' && Date.parse(expires_at) > Date.now(),
  );
  const { run, isPending } = useAdminAction(
    async ({ action, reason }: { action: Action; reason: string }) => {
      const client = await supabase();
      const end = until ? new Date(`${until}T23:59:59Z`).toISOString() : undefined;
      const answer =
        action === 'grant'
          ? await client.rpc('grant_subscription', { person, plan, until: end ?? '', reason })
          : action === 'end'
            ? await client.rpc('end_subscription', { subscription: current?.id ?? '', reason })
            : action === 'suspend'
              ? await client.rpc('suspend_member', {
                  member_id: person,
                  reason,
                  ...(end ? { until: end } : {}),
                })
              : action === 'lift'
                ? await client.rpc('lift_suspension', { member_id: person })
                : await client.rpc('sign_out_member', { person, reason });
      rowOrNull(answer as { data: unknown; error: null; status: number });
    },
    {
      onSuccess: () => {
        toast.success(t('admin.done'));
        setOpen(null);
      },
      errorKey: 'admin.action_failed',
      onSettled: () => queries.invalidateQueries({ queryKey: ['admin'] }),
    },
  );
  return (
    <>
      <Button size="s" variant="secondary" onClick={() => setOpen('grant')}>
        {t('admin.action_grant')}
      </Button>
      {current && (
        <Button size="s" variant="secondary" onClick={() => setOpen('end')}>
          {t('admin.action_end')}
        </Button>
      )}
      <Button
        size="s"
        variant="secondary"
        onClick={() => (member.suspension ? void run({ action: 'lift', reason: '' }) : setOpen('suspend'))}
      >
        {t(member.suspension ? 'admin.action_lift' : 'admin.action_suspend')}
      </Button>
      <Button size="s" variant="secondary" onClick={() => setOpen('sign_out')}>
        {t('admin.action_sign_out')}
      </Button>
      {open && (
        <ReasonDialog
          key={open}
          title={t(`admin.action_${open}`)}
          confirm={t(`admin.action_${open}`)}
          busy={isPending}
          onClose={() => setOpen(null)}
          onConfirm={(reason) => void run({ action: open, reason })}
        >
          {open === 'grant' && (
            <Field label={t('admin.plan')}>
              {(control) => (
                <Select {...control} value={plan} onChange={({ target }) => setPlan(target.value)}>
                  <option value="monthly">{t('admin.plan_monthly')}</option>
                  <option value="yearly">{t('admin.plan_yearly')}</option>
                </Select>
              )}
            </Field>
          )}
          {(open === 'grant' || open === 'suspend') && (
            <Field
              label={t('admin.until')}
              {...(open === 'suspend' ? { hint: t('admin.until_lifted') } : {})}
            >
              {(control) => (
                <Input
                  {...control}
                  type="date"
                  value={until}
                  onChange={({ target }) => setUntil(target.value)}
                />
              )}
            </Field>
          )}
        </ReasonDialog>
      )}
    </>
  );
}
