import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rowOrNull } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { toast } from '#ui/toast.tsx';
import { sayRefusal } from '../say-refusal.ts';
import type { MemberDetail } from './read-member.ts';
import { ReasonDialog } from './reason-dialog.tsx';

type Act = 'grant' | 'end' | 'suspend' | 'lift' | 'sign_out';

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** What an admin can do for, or to, a member; each with a reason. */
export function MemberActs({ member }: { member: MemberDetail }) {
  const t = useTranslations();
  const queries = useQueryClient();
  const person = member.profile.id;
  const [open, setOpen] = useState<Act | null>(null);
  const [plan, setPlan] = useState('monthly');
  const [until, setUntil] = useState(() => inDays(30));
  const running = member.subscriptions.find(
    ({ status, expires_at }) => status !== 'canceled' && Date.parse(expires_at) > Date.now(),
  );
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ act, reason }: { act: Act; reason: string }) => {
      const client = await supabase();
      const end = until ? new Date(`${until}T23:59:59Z`).toISOString() : undefined;
      const answer =
        act === 'grant'
          ? await client.rpc('grant_subscription', { person, plan, until: end ?? '', reason })
          : act === 'end'
            ? await client.rpc('end_subscription', { subscription: running?.id ?? '', reason })
            : act === 'suspend'
              ? await client.rpc('suspend_member', {
                  member_id: person,
                  reason,
                  ...(end ? { until: end } : {}),
                })
              : act === 'lift'
                ? await client.rpc('lift_suspension', { member_id: person })
                : await client.rpc('sign_out_member', { person, reason });
      rowOrNull(answer as { data: unknown; error: null; status: number });
    },
    onSuccess: () => {
      toast.success(t('admin.done'));
      setOpen(null);
    },
    onError: (error) => toast.error(sayRefusal(error, t, 'admin.act_failed')),
    onSettled: () => queries.invalidateQueries({ queryKey: ['staff'] }),
  });
  return (
    <>
      <Button size="s" variant="secondary" onClick={() => setOpen('grant')}>
        {t('admin.act_grant')}
      </Button>
      {running && (
        <Button size="s" variant="secondary" onClick={() => setOpen('end')}>
          {t('admin.act_end')}
        </Button>
      )}
      <Button
        size="s"
        variant="secondary"
        onClick={() => (member.suspension ? mutate({ act: 'lift', reason: '' }) : setOpen('suspend'))}
      >
        {t(member.suspension ? 'admin.act_lift' : 'admin.act_suspend')}
      </Button>
      <Button size="s" variant="secondary" onClick={() => setOpen('sign_out')}>
        {t('admin.act_sign_out')}
      </Button>
      {open && (
        <ReasonDialog
          key={open}
          title={t(`admin.act_${open}`)}
          confirm={t(`admin.act_${open}`)}
          busy={isPending}
          onClose={() => setOpen(null)}
          onConfirm={(reason) => mutate({ act: open, reason })}
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
