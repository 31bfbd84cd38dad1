import { useQuery } from '@tanstack/react-query';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { ownAgency } from '../agent/read-agency.ts';
import { ownCredit } from '../checkout/read-methods.ts';
import { useFreshEntitlements } from '../use-fresh-entitlements.ts';
import { OwnTitleList } from './own-title-list.tsx';
import { PaymentList } from './payment-list.tsx';
import { SubscriptionPanel } from './subscription-panel.tsx';

/** Without a viewer: headings and placeholders. */
export function Purchases({ viewer }: { viewer: string | undefined }) {
  const t = useTranslations();
  useFreshEntitlements(viewer);
  const { data: agency } = useQuery(ownAgency(viewer));
  return (
    <div className="page-width grid gap-14 py-10 sm:py-14">
      <header className="grid gap-2">
        <h1 className="text-title">{t('commerce.purchases_title')}</h1>
        <p className="max-w-prose text-soft">{t('commerce.purchases_text')}</p>
        <p className="flex flex-wrap gap-x-6 gap-y-2">
          <TextLink to="/gift">{t('commerce.gift_title')}</TextLink>
          <TextLink to="/redeem">{t('commerce.redeem_link')}</TextLink>
          {agency && <TextLink to="/agent">{t('commerce.agent_title')}</TextLink>}
        </p>
        <Credit viewer={viewer} />
      </header>
      <section aria-labelledby="subscription" className="grid gap-5">
        <SectionHead id="subscription" title={t('commerce.subscription')} />
        <SubscriptionPanel viewer={viewer} />
      </section>
      <section aria-labelledby="titles" className="grid gap-5">
        <SectionHead id="titles" title={t('commerce.titles')} />
        <OwnTitleList viewer={viewer} />
      </section>
      <section aria-labelledby="payments" className="grid gap-5">
        <SectionHead id="payments" title={t('commerce.payments')} />
        <PaymentList viewer={viewer} />
      </section>
    </div>
  );
}

/** What a returned payment has left at Lakou; the next checkout offers it. */
function Credit({ viewer }: { viewer: string | undefined }) {
  const t = useTranslations();
  const { price } = useFormat();
  const { data: cents = 0 } = useQuery(ownCredit(viewer));
  return (
    cents > 0 && <p className="font-semibold">{t('commerce.credit_note', { amount: price(cents / 100) })}</p>
  );
}
