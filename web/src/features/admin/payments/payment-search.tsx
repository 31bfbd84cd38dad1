import { isCode } from '@lakou/contract/codes';
import { CODE_LENGTH, ORDER_STATUSES } from '@lakou/contract/commerce/limits';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { MoreButton } from '#ui/more-button.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { Select } from '#ui/select.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { AdminEmptyState } from '../admin-empty-state.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { PaymentTable } from './payment-table.tsx';
import { paymentList } from './read-payments.ts';

/** Any payment, by what somebody can name. Search and status are in the address; a code, which is money, never is. */
export function PaymentSearch() {
  const t = useTranslations();
  const [params, setParams] = useSearchParams();
  const [search, filter] = [params.get('q') ?? '', params.get('filter') ?? ''];
  const [text, setText] = useState(search);
  const [code, setCode] = useState('');
  const show = (values: { q: string; filter: string }): void =>
    setParams(Object.fromEntries(Object.entries(values).filter(([, value]) => value)), {
      preventScrollReset: true,
    });
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const typed = text.trim();
    const found = isCode(typed, CODE_LENGTH);
    setCode(found ? typed : '');
    show({ q: found ? '' : typed, filter: found ? '' : filter });
  };
  return (
    <section aria-labelledby="find-payment" className="grid gap-4">
      <div>
        <h2 id="find-payment" className="font-display text-heading font-[750]">
          {t('admin.find_payment')}
        </h2>
        <p className="max-w-prose text-soft">{t('admin.find_payment_text')}</p>
      </div>
      <form onSubmit={handleSubmit} className="flex flex-wrap gap-3">
        <SearchInput
          value={text}
          onValueChange={setText}
          label={t('admin.find_payment')}
          maxLength={200}
          className="min-w-56 flex-1"
        />
        <Select
          aria-label={t('admin.filter')}
          value={filter}
          onChange={({ target }) => {
            setCode('');
            show({ q: search, filter: target.value });
          }}
          className="min-w-40"
        >
          <option value="">{t('admin.all')}</option>
          {ORDER_STATUSES.map((status) => (
            <option key={status} value={status}>
              {t(`admin.order_${status}`)}
            </option>
          ))}
        </Select>
        <Button type="submit">{t('admin.find')}</Button>
      </form>
      <Results search={search} filter={filter} code={code} />
    </section>
  );
}

function Results(wanted: { search: string; filter: string; code: string }) {
  const t = useTranslations();
  const query = useInfiniteQuery(paymentList(wanted));
  if (!query.data) {
    if (!query.isError) return <Skeleton className="h-64" />;
    return <LoadFailed title="admin.payments_failed" busy={query.isFetching} retry={query.refetch} />;
  }
  const rows = query.data.pages.flat();
  if (rows.length === 0)
    return (
      <div role="status">
        {wanted.search || wanted.filter || wanted.code ? (
          <AdminEmptyState title={t('admin.nothing_found')} text={t('admin.nothing_found_text')} />
        ) : (
          <AdminEmptyState title={t('admin.payments_none')} />
        )}
      </div>
    );
  return (
    <>
      <PaymentTable rows={rows} />
      <MoreButton query={query} variant="secondary">
        {t('admin.payments_older')}
      </MoreButton>
    </>
  );
}
