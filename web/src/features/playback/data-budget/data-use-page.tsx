import { type FormEvent, useState } from 'react';
import { type DataBudget, type DataUsed, gourdesOf, MEGABYTE, saveBudget } from '#lib/data-budget.ts';
import { megabytes } from '#lib/data-use.ts';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useDataBudget } from '#lib/use-data-budget.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';
import { NeedsScript } from '#ui/needs-script.tsx';
import { Progress } from '#ui/progress.tsx';
import { Select } from '#ui/select.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Switch } from '#ui/switch.tsx';
import { toast } from '#ui/toast.tsx';
import { readPreferences, savePreferences } from '../preferences.ts';

/** More than a phone uses in a month, and than a gigabyte costs anywhere. */
const MAX_MEGABYTES = 1_000_000;
const MAX_GOURDES = 100_000;

/** The viewer's data: a limit, its price, and what this month's films used. All of it stays on the device. */
export function DataUsePage() {
  const t = useTranslations();
  const view = useDataBudget();
  return (
    <div className="page-width grid max-w-5xl! grid-cols-1 gap-8 py-10 sm:py-14">
      <header className="grid gap-2">
        <h1 className="text-title">{t('playback.data_title')}</h1>
        <p className="max-w-prose text-soft">{t('playback.data_text')}</p>
      </header>
      {view ? (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
          <BudgetForm budget={view.budget} />
          <Month budget={view.budget} used={view.used} />
        </div>
      ) : (
        <>
          <NeedsScript />
          <Skeleton className="h-96 rounded-l! noscript:hidden" />
        </>
      )}
    </div>
  );
}

function BudgetForm({ budget }: { budget: DataBudget }) {
  const t = useTranslations();
  const [limit, setLimit] = useState(budget.limit === null ? '' : String(budget.limit / MEGABYTE));
  const [period, setPeriod] = useState(budget.period);
  const [price, setPrice] = useState(budget.gourdesPerGigabyte?.toString() ?? '');
  const [dataSaver, setDataSaver] = useState(() => readPreferences().dataSaver);
  const [tried, setTried] = useState(false);
  const limitError = tried && !isNumber(limit, MAX_MEGABYTES) ? t('playback.data_number') : undefined;
  const priceError = tried && !isNumber(price, MAX_GOURDES) ? t('playback.data_number') : undefined;
  function save(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (!isNumber(limit, MAX_MEGABYTES) || !isNumber(price, MAX_GOURDES)) return;
    saveBudget({
      limit: limit.trim() ? toNumber(limit) * MEGABYTE : null,
      period,
      gourdesPerGigabyte: price.trim() ? toNumber(price) : null,
    });
    savePreferences({ dataSaver });
    setTried(false);
    toast.success(t('playback.data_saved'));
  }
  return (
    <Card asChild>
      <form noValidate onSubmit={save} className="grid gap-5">
        <h2 className="text-heading">{t('playback.data_limit')}</h2>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('playback.data_amount')} error={limitError} hint={t('playback.data_amount_hint')}>
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                autoComplete="off"
                value={limit}
                onChange={({ target }) => setLimit(target.value)}
              />
            )}
          </Field>
          <Field label={t('playback.data_period')}>
            {(control) => (
              <Select
                {...control}
                value={period}
                onChange={({ target }) => setPeriod(target.value === 'month' ? 'month' : 'day')}
              >
                <option value="day">{t('playback.data_day')}</option>
                <option value="month">{t('playback.data_month')}</option>
              </Select>
            )}
          </Field>
        </div>
        <Field label={t('playback.data_price')} error={priceError} hint={t('playback.data_price_hint')}>
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              value={price}
              onChange={({ target }) => setPrice(target.value)}
            />
          )}
        </Field>
        <Switch
          label={t('playback.data_saver')}
          hint={t('playback.data_saver_hint')}
          checked={dataSaver}
          onCheckedChange={setDataSaver}
        />
        <Button type="submit" className="justify-self-start">
          {t('playback.data_save')}
        </Button>
      </form>
    </Card>
  );
}

function Month({ budget, used }: { budget: DataBudget; used: DataUsed }) {
  const t = useTranslations();
  const amountOf = useAmount(budget);
  if (used.month === 0)
    return (
      <EmptyState
        art={<LazyIllustration of="radio" className="h-44" />}
        title={t('playback.data_none')}
        text={t('playback.data_none_text')}
      />
    );
  const most = used.films[0]?.bytes ?? 1;
  return (
    <Card className="grid gap-5">
      <h2 className="text-heading">{t('playback.data_this_month')}</h2>
      <dl className="flex flex-wrap gap-x-10 gap-y-3 tabular-nums">
        <div>
          <dt className="text-sm text-soft">{t('playback.data_used_today')}</dt>
          <dd className="font-display text-lg font-[700]">{amountOf(used.today)}</dd>
        </div>
        <div>
          <dt className="text-sm text-soft">{t('playback.data_used_month')}</dt>
          <dd className="font-display text-lg font-[700]">{amountOf(used.month)}</dd>
        </div>
      </dl>
      <ol className="grid gap-4">
        {used.films.map(({ id, title, bytes }) => (
          <li key={id} className="grid gap-1.5">
            <p className="flex flex-wrap justify-between gap-x-4 tabular-nums">
              <span className="min-w-0 truncate font-medium">{title || t('playback.data_unnamed')}</span>
              <span className="text-soft">{amountOf(bytes)}</span>
            </p>
            <Progress label={title || t('playback.data_unnamed')} value={bytes / most} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** '160 MB', '160 MB · 40 HTG'. */
function useAmount(budget: DataBudget): (bytes: number) => string {
  const t = useTranslations();
  const { number, money } = useFormat();
  return (bytes) => {
    const size = t('playback.megabytes', { amount: number(megabytes(bytes)) });
    const gourdes = gourdesOf(bytes, budget);
    return gourdes === null ? size : `${size} · ${money(Math.ceil(gourdes), 'HTG')}`;
  };
}

/** People write 1,5 and 1.5. */
const toNumber = (text: string): number => Number(text.trim().replace(',', '.').replaceAll(/\s/g, ''));

/** Empty means none. */
function isNumber(text: string, max: number): boolean {
  return text.trim() === '' || (toNumber(text) > 0 && toNumber(text) <= max);
}
