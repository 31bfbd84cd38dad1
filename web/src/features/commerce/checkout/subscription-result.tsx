import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { recheckEntitlements } from '#lib/session.ts';
import { wantedTitle } from '#lib/subscribe-link.tsx';
import type { TitleInPath } from '#lib/title-path.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { CentredSpinner } from '#ui/centred-spinner.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { toast } from '#ui/toast.tsx';
import { Benefits } from '../subscribe/benefits.tsx';
import { subscriptionCheck } from '../subscribe/read-subscription.ts';
import { ResultScreen } from './result-screen.tsx';
import { ContactSupport, NotPaid, PaymentReversed, ReturnHome, StillProcessing } from './result-screens.tsx';
import { SuccessPanel } from './success-panel.tsx';
import { useAwaitedOrder } from './use-awaited-order.ts';

interface SubscriptionResultProps {
  order: string | null;
  viewer: string;
  /** Shown below the success. */
  watchNext: WatchNext;
}

/** What to watch now; first the title that the person subscribed for, if there is one. */
export type WatchNext = (wanted: TitleInPath | null) => ReactNode;

/** How the payment for a subscription ended. */
export function SubscriptionResult({ order, ...rest }: SubscriptionResultProps) {
  return order ? <PlanOrderResult order={order} {...rest} /> : <VerifiedSubscription {...rest} />;
}

type VerifiedProps = Omit<SubscriptionResultProps, 'order'>;

function PlanOrderResult({ order: id, viewer, watchNext }: VerifiedProps & { order: string }) {
  const { data: order, isError, isFetching, refetch, slow } = useAwaitedOrder(id, viewer);
  if (order === undefined)
    return isError ? <LoadFailed level={1} busy={isFetching} retry={refetch} /> : <CentredSpinner />;
  switch (order?.status) {
    case 'pending':
      return <StillProcessing slow={slow} />;
    case 'refunded':
    case 'disputed':
      return <PaymentReversed status={order.status} />;
    case 'failed':
    case 'canceled':
    case 'expired':
      return <NotPaid status={order.status} retryPath="/subscribe" />;
    default:
      return <VerifiedSubscription viewer={viewer} watchNext={watchNext} />;
  }
}

/** A paid order is not enough: films open only once our own database has the subscription. */
function VerifiedSubscription({ viewer, watchNext }: VerifiedProps) {
  const t = useTranslations();
  const { data, isError, isFetching, refetch } = useQuery(subscriptionCheck(viewer));
  if (!data)
    return isError ? (
      <LoadFailed level={1} title="commerce.verify_failed" busy={isFetching} retry={refetch} />
    ) : (
      <CentredSpinner />
    );
  if (data.hasActiveSubscription) return <SubscriptionActivated watchNext={watchNext} />;
  return (
    <ResultScreen
      urgent
      art="bird"
      title={t('commerce.verification_failed')}
      action={
        <>
          <ContactSupport />
          <ReturnHome />
        </>
      }
    />
  );
}

function SubscriptionActivated({ watchNext }: Pick<VerifiedProps, 'watchNext'>) {
  const t = useTranslations();
  const [wanted] = useState(wantedTitle);
  useEffect(() => {
    toast.success(t('commerce.subscription_activated'));
    void recheckEntitlements();
  }, [t]);
  return (
    <>
      <SuccessPanel
        picture={<LazyIllustration of="projector" className="w-44 text-highlight sm:w-72" />}
        text={t('commerce.success_subscription')}
        action={
          <>
            <Button size="l" asChild>
              <Link to="/forum">{t('commerce.continue_to_forum')}</Link>
            </Button>
            <ReturnHome />
          </>
        }
      >
        <Benefits className="sm:grid-cols-2" />
      </SuccessPanel>
      {watchNext(wanted)}
    </>
  );
}
