import { PLAN_PRICES, type Plan, YEARLY_SAVING } from '@lakou/contract/commerce/limits';
import type { ReactNode } from 'react';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { SequinPanel } from '#ui/art/sequin-panel.tsx';
import { type BandPattern, TaptapBand } from '#ui/art/taptap-band.tsx';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';

interface PlanCardProps {
  plan: Plan;
  disabled: boolean;
  busy: Plan | null;
  /** The free days that it begins with for this person. */
  trialDays: number | undefined;
  onChoose: (plan: Plan) => void;
}

/** A plan, drawn as a ticket: the price, then the subscribe button below the perforation. */
export function PlanCard(props: PlanCardProps) {
  return props.plan === 'yearly' ? <YearlyPlanCard {...props} /> : <MonthlyPlanCard {...props} />;
}

function MonthlyPlanCard(props: PlanCardProps) {
  const t = useTranslations();
  return (
    <TicketCard {...props} band="teeth" className="bg-surface-raised text-text">
      <h2 className="text-heading">{t('commerce.monthly_plan')}</h2>
      <MonthlyPrice cents={PLAN_PRICES.monthly} />
      <p className="text-soft">{t('commerce.monthly_text')}</p>
    </TicketCard>
  );
}

function YearlyPlanCard(props: PlanCardProps) {
  const t = useTranslations();
  const { price } = useFormat();
  return (
    <TicketCard {...props} band="petals" className="bg-indigo! text-on-indigo" sequins>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 className="text-heading">{t('commerce.yearly_plan')}</h2>
        <p className="-rotate-2 rounded-s bg-highlight px-3 py-1 font-display text-lg leading-tight font-[800] text-on-highlight">
          {t('commerce.save_month')}
        </p>
      </div>
      <MonthlyPrice cents={PLAN_PRICES.yearly / 12} />
      <div className="grid gap-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="text-lg font-semibold tabular-nums">
            {t('commerce.per_year', { price: price(PLAN_PRICES.yearly / 100) })}
          </span>{' '}
          <strong className="font-[800] text-highlight">
            {t('commerce.save_amount', { amount: price(YEARLY_SAVING / 100) })}
          </strong>
        </p>
        <p>{t('commerce.yearly_text')}</p>
      </div>
    </TicketCard>
  );
}

function MonthlyPrice({ cents }: { cents: number }) {
  const t = useTranslations();
  const { price } = useFormat();
  return (
    <p className="flex flex-wrap items-baseline gap-x-2.5">
      <strong className="font-display text-display font-[800] text-highlight-text tabular-nums">
        {price(cents / 100)}
      </strong>{' '}
      <span className="text-lg font-semibold">{t('catalogue.per_month')}</span>
    </p>
  );
}

interface TicketCardProps extends PlanCardProps {
  band: BandPattern;
  sequins?: boolean;
  className: string;
  children: ReactNode;
}

function TicketCard({ plan, disabled, busy, trialDays, onChoose, ...look }: TicketCardProps) {
  const { band, sequins, className, children } = look;
  const t = useTranslations();
  return (
    <article
      data-theme={sequins ? 'dark' : undefined}
      className={cx(
        'ticket relative isolate grid grid-rows-[auto_1fr_auto] overflow-hidden rounded-l',
        className,
      )}
    >
      {sequins && <SequinPanel className="absolute inset-0 -z-10 opacity-45" />}
      <TaptapBand pattern={band} className="block h-5 w-full" />
      <div className="grid content-start gap-4 px-6 pt-6 pb-7 sm:px-8">
        {children}
        {trialDays !== undefined && <TrialNote plan={plan} days={trialDays} />}
      </div>
      <div className="grid h-(--stub) content-center border-t-2 border-dashed border-current/30 px-6 sm:px-8">
        <Button
          size="l"
          className="w-full"
          variant={plan === 'yearly' ? 'primary' : 'outline'}
          disabled={disabled}
          busy={busy === plan}
          aria-disabled={busy !== null && busy !== plan ? true : undefined}
          onClick={() => onChoose(plan)}
        >
          {busy === plan
            ? t('commerce.processing')
            : t(trialDays === undefined ? `commerce.subscribe_${plan}` : 'commerce.trial_start')}
        </Button>
      </div>
    </article>
  );
}

function TrialNote({ plan, days }: { plan: Plan; days: number }) {
  const t = useTranslations();
  const { price } = useFormat();
  return (
    <p className="grid gap-0.5 border-s-4 border-free ps-3">
      <strong className="text-lg">{t('commerce.trial_badge', { count: days })}</strong>
      <span>{t(`commerce.trial_text_${plan}`, { price: price(PLAN_PRICES[plan] / 100) })}</span>
    </p>
  );
}
