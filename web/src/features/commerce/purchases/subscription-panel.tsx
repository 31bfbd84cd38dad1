import { PLAN_PRICES, type Plan } from '@lakou/contract/commerce/limits';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { TaptapBand } from '#ui/art/taptap-band.tsx';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { localTimeZone } from '../local-time-zone.ts';
import { PastDue } from '../subscribe/past-due.tsx';
import {
  currentSubscription,
  isActive,
  isInTrial,
  type Subscription,
} from '../subscribe/read-subscription.ts';
import { useBillingPage } from '../subscribe/use-billing-page.ts';
import { CancelOrResume } from './cancel-or-resume.tsx';
import { EmptyPanel } from './empty-panel.tsx';
import { FailedPanel } from './failed-panel.tsx';

/** The member's subscription with its status and actions. */
export function SubscriptionPanel({ viewer }: { viewer: string | undefined }) {
  const t = useTranslations();
  const { data: current, isError, isFetching, refetch } = useQuery(currentSubscription(viewer));
  if (current === undefined)
    return isError ? <FailedPanel busy={isFetching} retry={refetch} /> : <Skeleton className="h-48" />;
  if (current === null)
    return (
      <EmptyPanel
        art="projector"
        title={t('commerce.no_subscription')}
        text={t('commerce.no_subscription_text')}
        action={<SeePlans />}
      />
    );
  return (
    <div className="grid gap-5">
      {current.status === 'past_due' && <PastDue />}
      <SubscriptionDetails subscription={current} />
    </div>
  );
}

const TONES: Record<string, BadgeTone> = { active: 'success', canceled: 'danger', expired: 'muted' };

function SubscriptionDetails({ subscription }: { subscription: Subscription }) {
  const t = useTranslations();
  const { date } = useFormat();
  const { subscription_type, created_at, order_id } = subscription;
  const active = isActive(subscription);
  // A period can end before the maintenance job marks it as expired.
  const status = subscription.status === 'active' && !active ? 'expired' : subscription.status;
  const plan = subscription_type as Plan | 'pass';
  const when = useWhen(subscription, active, status);
  return (
    <div className="overflow-hidden rounded-l border border-line bg-surface">
      <TaptapBand pattern="petals" className="block h-3 w-full" />
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-5 p-5 sm:p-6">
        <div className="grid gap-1.5">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-display text-heading font-[750]">{t(`commerce.${plan}_plan`)}</span>{' '}
            <Badge tone={TONES[status] ?? 'info'}>
              {t(`commerce.status_${status as 'active' | 'canceled' | 'past_due' | 'expired'}`)}
            </Badge>
          </p>
          {when && <p className="text-lg">{when}</p>}
          <p className="text-soft">
            {t('commerce.member_since', { date: date(created_at, localTimeZone()) })}
          </p>
        </div>
        <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:grow">
          {active || status === 'past_due' ? (
            // A subscription that an admin gave for free has no order and no billing.
            order_id ? (
              <SubscriptionActions subscription={subscription} active={active} />
            ) : (
              plan === 'pass' && <ExtendPass />
            )
          ) : (
            <SeePlans again />
          )}
        </div>
      </div>
    </div>
  );
}

/** When it ends, renews or ended, and for how much; null where another notice says it. */
function useWhen(subscription: Subscription, active: boolean, status: string): string | null {
  const t = useTranslations();
  const { date, price } = useFormat();
  const { expires_at, cancel_at_period_end, order_id, subscription_type } = subscription;
  const day = date(expires_at, localTimeZone());
  if (!active) return status === 'past_due' ? null : t('commerce.ended_on', { date: day });
  const trial = isInTrial(subscription);
  if (cancel_at_period_end || !order_id || subscription_type === 'pass')
    return t(trial ? 'commerce.trial_ends' : 'commerce.ends_on', { date: day });
  return t(trial ? 'commerce.trial_until' : 'commerce.renews_on', {
    date: day,
    price: price(PLAN_PRICES[subscription_type as Plan] / 100),
  });
}

function SubscriptionActions({ subscription, active }: { subscription: Subscription; active: boolean }) {
  const t = useTranslations();
  const { run, isPending } = useBillingPage();
  return (
    <>
      {active ? (
        <Button variant="outline" busy={isPending} onClick={() => void run()}>
          {t('commerce.manage_billing')}
        </Button>
      ) : (
        <SeePlans again />
      )}
      {active && <CancelOrResume subscription={subscription} />}
    </>
  );
}

function ExtendPass() {
  const t = useTranslations();
  return (
    <Button asChild>
      <Link to="/subscribe">{t('shell.extend_pass')}</Link>
    </Button>
  );
}

function SeePlans({ again = false }: { again?: boolean }) {
  const t = useTranslations();
  return (
    <Button asChild>
      <Link to="/subscribe">{t(again ? 'commerce.subscribe_again' : 'commerce.see_plans')}</Link>
    </Button>
  );
}
