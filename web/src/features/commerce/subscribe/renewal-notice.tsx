import { PLAN_PRICES, type Plan } from '@lakou/contract/commerce/limits';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { localTimeZone } from '../local-time-zone.ts';
import { PastDue } from './past-due.tsx';
import { currentSubscription, isActive, isInTrial, type Subscription } from './read-subscription.ts';

/** A trial is mentioned from three days before its end on, as in the e-mail. */
const TRIAL_NOTICE_MS = 3 * 86_400_000;

/** On pages that are not about the subscription: only while a renewal is overdue, or a trial is about to end in one. */
export function RenewalNotice({ viewer }: { viewer: string | undefined }) {
  const { data: current } = useQuery(currentSubscription(viewer));
  if (current?.status === 'past_due') return <PastDue />;
  return current && isTrialEnding(current) && <TrialEnds subscription={current} />;
}

const isTrialEnding = (subscription: Subscription): boolean =>
  isActive(subscription) &&
  isInTrial(subscription) &&
  !subscription.cancel_at_period_end &&
  Date.parse(subscription.trial_ends_at ?? '') - Date.now() < TRIAL_NOTICE_MS;

function TrialEnds({ subscription }: { subscription: Subscription }) {
  const t = useTranslations();
  const { date, price } = useFormat();
  const { trial_ends_at, subscription_type } = subscription;
  return (
    <Alert title={t('commerce.trial_notice_title', { date: date(trial_ends_at ?? '', localTimeZone()) })}>
      <p>{t('commerce.trial_notice', { price: price(PLAN_PRICES[subscription_type as Plan] / 100) })}</p>
      <Button size="s" variant="secondary" asChild className="mt-3">
        <Link to="/purchases">{t('commerce.trial_open')}</Link>
      </Button>
    </Alert>
  );
}
