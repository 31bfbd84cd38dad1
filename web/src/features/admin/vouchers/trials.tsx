import { type Plan, TRIAL_DAYS_MAX } from '@lakou/contract/commerce/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { rowOrNull } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { useAdminAction } from '../use-admin-action.ts';
import { plans } from './read-vouchers.ts';

const PLANS = ['monthly', 'yearly'] as const satisfies Plan[];

/** How many free days somebody's first subscription begins with. */
export function Trials() {
  const t = useTranslations();
  const { data, isError, isFetching, refetch } = useQuery(plans());
  return (
    <section aria-labelledby="trials" className="grid gap-4">
      <div>
        <h2 id="trials" className="font-display text-heading font-[750]">
          {t('admin.trials')}
        </h2>
        <p className="max-w-prose text-soft">{t('admin.trials_text')}</p>
      </div>
      {data ? (
        <TrialForm saved={data} />
      ) : isError ? (
        <LoadFailed title="admin.numbers_failed" busy={isFetching} retry={refetch} />
      ) : (
        <Skeleton className="h-24" />
      )}
    </section>
  );
}

type Days = Record<Plan, number>;

function TrialForm({ saved }: { saved: Days }) {
  const t = useTranslations();
  const queries = useQueryClient();
  const [typed, setTyped] = useState<Partial<Record<Plan, string>>>({});
  const { run, isPending } = useAdminAction(
    async (input: Days) => {
      const client = await supabase();
      for (const plan of PLANS)
        if (input[plan] !== saved[plan])
          rowOrNull(await client.rpc('set_trial_days', { plan, days: input[plan] }));
      setTyped({});
      toast.success(t('admin.trials_saved'));
    },
    {
      errorKey: 'admin.trials_failed',
      onSettled: () => queries.invalidateQueries({ queryKey: plans().queryKey }),
    },
  );
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const days = (plan: Plan) => (typed[plan] === undefined ? saved[plan] : toDays(typed[plan]));
    void run({ monthly: days('monthly'), yearly: days('yearly') });
  };
  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-wrap items-end gap-4">
      {PLANS.map((plan) => (
        <Field key={plan} label={t(`admin.trial_days_${plan}`)} required>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              maxLength={String(TRIAL_DAYS_MAX).length}
              value={typed[plan] ?? String(saved[plan])}
              onChange={({ target }) => setTyped({ ...typed, [plan]: target.value })}
              className="w-40"
            />
          )}
        </Field>
      ))}
      <Button type="submit" busy={isPending}>
        {t('admin.save')}
      </Button>
    </form>
  );
}

/** -1 where it is no number: the database says what is wrong. */
const toDays = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : -1);
