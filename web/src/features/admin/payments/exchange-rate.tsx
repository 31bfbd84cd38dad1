import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { rowOrNull } from '#lib/database.ts';
import { useFormat } from '#lib/format.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Table } from '#ui/table.tsx';
import { toast } from '#ui/toast.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { useAdminAction } from '../use-admin-action.ts';
import { exchangeRates } from './read-payments.ts';

/** The rate that new orders get, and the earlier ones. */
export function ExchangeRate() {
  const t = useTranslations();
  return (
    <section aria-labelledby="rate" className="grid gap-4">
      <div>
        <h2 id="rate" className="font-display text-heading font-[750]">
          {t('admin.rate')}
        </h2>
        <p className="max-w-prose text-soft">{t('admin.rate_text')}</p>
      </div>
      <RateForm />
      <RateHistory />
    </section>
  );
}

interface RateInput {
  rate: number;
  rate_date: string;
  source: string;
}

function RateForm() {
  const t = useTranslations();
  const queries = useQueryClient();
  const today = new Date().toISOString().slice(0, 10);
  const [values, setValues] = useState({ rate: '', rate_date: today, source: '' });
  const { run, isPending } = useAdminAction(
    async (input: RateInput) => {
      rowOrNull(await (await supabase()).rpc('set_exchange_rate', input));
      toast.success(t('admin.rate_saved'));
      setValues({ rate: '', rate_date: today, source: '' });
    },
    {
      errorKey: 'admin.rate_failed',
      onSettled: () => queries.invalidateQueries({ queryKey: exchangeRates().queryKey }),
    },
  );
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void run({ ...values, rate: Number(values.rate.replace(',', '.')) || 0 });
  };
  const input = (name: keyof typeof values) => ({
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [name]: target.value }),
  });
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-4 sm:grid-cols-3">
      <Field label={t('admin.rate_value')} required>
        {(control) => <Input {...control} {...input('rate')} inputMode="decimal" />}
      </Field>
      <Field label={t('admin.rate_date')} required>
        {(control) => <Input {...control} {...input('rate_date')} type="date" />}
      </Field>
      <Field label={t('admin.rate_source')} required>
        {(control) => <Input {...control} {...input('source')} maxLength={200} />}
      </Field>
      <Button type="submit" busy={isPending} className="justify-self-start">
        {t('admin.rate_save')}
      </Button>
    </form>
  );
}

function RateHistory() {
  const t = useTranslations();
  const { date } = useFormat();
  const { data: rates, isError, isFetching, refetch } = useQuery(exchangeRates());
  if (!rates) {
    if (!isError) return <Skeleton className="h-24" />;
    return <LoadFailed title="admin.numbers_failed" busy={isFetching} retry={refetch} />;
  }
  if (rates.length === 0) return <p role="status">{t('admin.rate_none')}</p>;
  return (
    <Table label={t('admin.rate_history')}>
      <thead>
        <tr>
          <th scope="col">{t('admin.rate_value')}</th>
          <th scope="col">{t('admin.rate_date')}</th>
          <th scope="col">{t('admin.rate_source')}</th>
          <th scope="col">{t('admin.rate_who')}</th>
        </tr>
      </thead>
      <tbody>
        {rates.map(({ rate, rate_date, source, username, created_at }) => (
          <tr key={created_at}>
            <td className="tabular-nums">{rate}</td>
            <td className="whitespace-nowrap">{date(rate_date)}</td>
            <td className="wrap-anywhere">{source}</td>
            <td className="wrap-anywhere">{username}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
