import { PAYMENT_METHODS } from '@lakou/contract/commerce/limits';
import { useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { useHydrated } from '#lib/use-hydrated.ts';
import { Button } from '#ui/button.tsx';
import { CentredSpinner } from '#ui/centred-spinner.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { MethodChoice } from '../method-choice.tsx';
import {
  ItemDetails,
  OrderStatusNotice,
  PaymentLayout,
  POSTER_SIZES,
  ProviderNote,
} from '../payment-layout.tsx';
import { EARLY_IDS, type ItemKind, kindName, PRICE, TITLE } from './early-elements.ts';

/** One object: React empties the element when it gets another. */
const FILLED_BY_SCRIPT = { __html: '' };

const KINDS: ItemKind[] = (['movie', 'series'] as const).flatMap((mediaType) =>
  (['purchase', 'rental'] as const).map((type) => ({ mediaType, type })),
);
const STATUSES = ['failed', 'canceled', 'expired', 'refunded'];

/** Until the order is read. In the server's page a script can have shown it, with a button that works. */
export function PaymentPlaceholder({ viewer }: { viewer: string | undefined }) {
  const isHydrated = useHydrated();
  const [isOfServer] = useState(!isHydrated);
  const isOfOther = viewer !== undefined && viewer !== globalThis.earlyRead?.viewer;
  if (!isOfServer || isOfOther) return <CentredSpinner />;
  return (
    <>
      <div
        id={EARLY_IDS.form}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing; it keeps React from comparing the content.
        dangerouslySetInnerHTML={FILLED_BY_SCRIPT}
      />
      <div id={EARLY_IDS.models} hidden>
        {STATUSES.map((status) => (
          <div key={status} data-status={status}>
            <OrderStatusNotice status={status} />
          </div>
        ))}
        {KINDS.map((kind) => (
          <div key={kindName(kind)} data-kind={kindName(kind)}>
            <EarlyForm kind={kind} />
          </div>
        ))}
      </div>
      <div id={EARLY_IDS.placeholder} suppressHydrationWarning>
        <CentredSpinner />
      </div>
    </>
  );
}

/** A PaymentForm with all that an order of this kind can have; show-early-payment.ts removes what one has not. */
function EarlyForm({ kind }: { kind: ItemKind }) {
  const t = useTranslations();
  return (
    <PaymentLayout
      title={t('commerce.payment_title')}
      mediaType={kind.mediaType}
      above={
        <MethodChoice
          methods={PAYMENT_METHODS}
          chosen={undefined}
          onChoose={() => {}}
          priceOf={() => PRICE}
          isBelowCards={false}
        />
      }
      details={
        <ItemDetails
          item={{ ...kind, title: TITLE, price: 0, discount: 0 }}
          poster={
            <span className="picture poster sm:row-span-2">
              <img
                alt={t('catalogue.poster_of', { title: TITLE })}
                width={320}
                height={480}
                sizes={POSTER_SIZES}
                className="cover"
              />
            </span>
          }
        />
      }
      actions={
        <>
          <Button variant="outline" size="l" className="max-sm:px-3" asChild>
            <a href="/" data-cancel>
              {t('shell.cancel')}
            </a>
          </Button>
          <Button
            size="l"
            className="whitespace-nowrap max-sm:px-3"
            data-pay
            data-free={t('commerce.take_free')}
            data-busy={t('commerce.processing')}
          >
            <Spinner />
            <span>{t('commerce.pay', { price: PRICE })}</span>
          </Button>
        </>
      }
      below={
        <>
          {/* Takes the space of the button that needs the app. */}
          <span data-promotion className="button invisible min-h-11 justify-self-start" aria-hidden="true" />
          <div data-note>
            <ProviderNote />
          </div>
        </>
      }
    />
  );
}
