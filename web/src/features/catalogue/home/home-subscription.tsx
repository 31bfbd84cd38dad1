import { PLAN_PRICES } from '@lakou/contract/commerce/limits';
import type { MessageKey } from '@lakou/contract/translate';
import { Link } from 'react-router';
import { useFormat } from '#lib/format.ts';
import { useAppearance } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { WhenNear } from '#lib/when-near.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';

const BENEFITS = [
  'catalogue.full_hd',
  'catalogue.unlimited_access',
  'catalogue.no_ads',
] satisfies MessageKey[];

/** Price and benefits of a subscription; hidden for subscribers. */
export function SubscriptionPanel() {
  const t = useTranslations();
  const { price } = useFormat();
  const { subscribed } = useAppearance();
  if (subscribed) return null;
  return (
    <section aria-labelledby="subscription" className="page-width">
      <div
        data-theme="dark"
        className="sequins relative grid overflow-hidden rounded-l bg-indigo! text-on-indigo sm:grid-cols-[1fr_auto]"
      >
        <div className="grid justify-items-start gap-5 p-6 sm:p-10 lg:p-14">
          <h2 id="subscription" className="max-w-[18ch] text-title">
            {t('catalogue.subscription_heading')}
          </h2>
          <p className="max-w-[44ch] text-lg">{t('catalogue.subscription_text')}</p>
          <p className="flex items-baseline gap-2">
            <strong className="font-display text-display font-[800] text-highlight tabular-nums">
              {price(PLAN_PRICES.monthly / 100)}
            </strong>{' '}
            <span className="text-lg font-semibold">{t('catalogue.per_month')}</span>
          </p>
          <ul className="flex flex-wrap gap-x-6 gap-y-2 font-medium">
            {BENEFITS.map((benefit) => (
              <li key={benefit} className="inline-flex items-center gap-2">
                <Icon name="check" className="text-highlight" />
                {t(benefit)}
              </li>
            ))}
          </ul>
          <Button size="l" asChild>
            <Link to="/subscribe">{t('shell.subscribe')}</Link>
          </Button>
        </div>
        <WhenNear className="hidden w-72 content-end sm:grid lg:me-10 lg:w-104">
          <LazyIllustration of="lamp" className="animate-appear" />
        </WhenNear>
      </div>
    </section>
  );
}
