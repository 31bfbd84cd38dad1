import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { databaseOf, rowOrNull, rowsOf } from '#lib/database.ts';
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

const taxRates = () =>
  queryOptions({
    queryKey: ['admin', 'tax-rates'],
    queryFn: async ({ client }) => rowsOf(await (await databaseOf(client)).rpc('admin_tax_rates')),
    staleTime: 0,
  });

/** The taxes that prices include, per country, and the earlier ones. */
export function TaxRates() {
  const t = useTranslations();
  return (
    <section aria-labelledby="taxes" className="grid gap-4">
      <div>
        <h2 id="taxes" className="font-display text-heading font-[750]">
          {t('admin.taxes')}
        </h2>
        <p className="max-w-prose text-soft">{t('admin.taxes_text')}</p>
      </div>
      <TaxForm />
      <TaxHistory />
    </section>
  );
}

function TaxForm() {
  const t = useTranslations();
  const queries = useQueryClient();
  const today = new Date().toISOString().slice(0, 10);
  const empty = { country: '', name: '', percent: '', valid_from: today };
  const [values, setValues] = useState(empty);
  const { run, isPending } = useAdminAction(
    async (input: Omit<typeof values, 'percent'> & { percent: number }) => {
      rowOrNull(await (await supabase()).rpc('set_tax_rate', input));
      toast.success(t('admin.tax_saved'));
      setValues(empty);
    },
    {
      errorKey: 'admin.tax_failed',
      onSettled: () => queries.invalidateQueries({ queryKey: taxRates().queryKey }),
    },
  );
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    // What is no number is refused by the database, with its message.
    const percent = values.percent.trim() === '' ? -1 : Number(values.percent.replace(',', '.'));
    void run({ ...values, percent: Number.isFinite(percent) ? percent : -1 });
  };
  const input = (name: keyof typeof values) => ({
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [name]: target.value }),
  });
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      <Field label={t('admin.tax_country')} required>
        {(control) => <Input {...control} {...input('country')} maxLength={2} autoCapitalize="characters" />}
      </Field>
      <Field label={t('admin.tax_name')} required>
        {(control) => <Input {...control} {...input('name')} maxLength={40} />}
      </Field>
      <Field label={t('admin.tax_percent')} required>
        {(control) => <Input {...control} {...input('percent')} inputMode="decimal" />}
      </Field>
      <Field label={t('admin.tax_from')} required>
        {(control) => <Input {...control} {...input('valid_from')} type="date" />}
      </Field>
      <Button type="submit" busy={isPending} className="justify-self-start">
        {t('admin.tax_save')}
      </Button>
    </form>
  );
}

function TaxHistory() {
  const t = useTranslations();
  const { date, number } = useFormat();
  const { data: rates, isError, isFetching, refetch } = useQuery(taxRates());
  if (!rates) {
    if (!isError) return <Skeleton className="h-24" />;
    return <LoadFailed title="admin.numbers_failed" busy={isFetching} retry={refetch} />;
  }
  if (rates.length === 0) return <p role="status">{t('admin.taxes_none')}</p>;
  return (
    <Table label={t('admin.taxes')} className="max-sm:[&_td]:px-3! max-sm:[&_th]:px-3!">
      <thead>
        <tr>
          <th scope="col">{t('admin.tax_name')}</th>
          <th scope="col">{t('admin.tax_percent')}</th>
          <th scope="col">{t('admin.tax_from')}</th>
          <th scope="col" className="max-sm:hidden">
            {t('admin.rate_who')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rates.map(({ id, country, name, percent, valid_from, username }) => (
          <tr key={id}>
            <td className="wrap-anywhere">
              {country} · {name}
            </td>
            <td className="tabular-nums">{number(percent)} %</td>
            <td>{date(valid_from)}</td>
            <td className="wrap-anywhere max-sm:hidden">{username}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
