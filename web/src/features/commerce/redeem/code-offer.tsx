import { redeemPath } from '@lakou/contract/codes';
import type { CodeAnswer } from '@lakou/contract/commerce/responses';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { refetchEntitlements } from '#lib/entitlements.ts';
import { errorKeyMessage } from '#lib/error-message.ts';
import { useOfferName } from '#lib/offer-name.ts';
import { recheckEntitlements } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';
import { redeemCode } from './read-code.ts';

interface CodeOfferProps {
  code: string;
  offer: CodeAnswer;
  viewer: string | undefined;
}

/** Who gives what, in their words, and the way to take it: with an account, by one button. */
export function CodeOffer({ code, offer, viewer }: CodeOfferProps) {
  const t = useTranslations();
  const queries = useQueryClient();
  const offerName = useOfferName();
  const [result, setResult] = useState(offer.result);
  const { run: redeem, isPending } = useAction(() => redeemCode(code), {
    onSuccess(answer) {
      setResult(answer.result);
      void recheckEntitlements();
      return refetchEntitlements(queries);
    },
    signInKey: 'errors.not_authenticated',
    errorKey: 'commerce.redeem_failed',
  });
  const taken = result === 'code_redeemed' || result === 'code_yours';
  return (
    <div className="mx-auto grid w-full max-w-xl justify-items-center gap-5 px-4 py-10 text-center sm:py-14">
      <LazyIllustration of="sun" className="h-36 max-w-full text-highlight-text sm:h-44" />
      <h1 className="text-title wrap-anywhere">
        {offer.from_name
          ? t('commerce.redeem_from', { from: offer.from_name })
          : t('commerce.redeem_voucher')}
      </h1>
      {offer.greeting && (
        <blockquote className="max-w-prose rounded-l bg-surface-raised px-6 py-4 text-lg whitespace-pre-line wrap-anywhere">
          {offer.greeting}
        </blockquote>
      )}
      <p>
        <span className="block text-sm text-soft">{t('commerce.redeem_you_get')}</span>
        <strong className="text-xl">{offerName(offer)}</strong>
      </p>
      {taken && (
        <Alert
          tone="success"
          title={t(result === 'code_redeemed' ? 'commerce.redeem_done' : 'commerce.redeem_yours')}
        />
      )}
      {!taken && result !== 'code_valid' && <Alert tone="danger" title={errorKeyMessage(result, t)} />}
      <div className="grid w-full gap-3 sm:flex sm:justify-center">
        {taken ? (
          <WatchLink offer={offer} />
        ) : viewer ? (
          <Button size="l" busy={isPending} onClick={() => void redeem()}>
            {t('commerce.redeem_now')}
          </Button>
        ) : (
          <AccountLinks code={code} />
        )}
      </div>
    </div>
  );
}

function WatchLink({ offer: { media_type, media_id, title = '' } }: { offer: CodeAnswer }) {
  const t = useTranslations();
  const path = media_type === 'series' ? `/series/${media_id}` : `/films/${media_id}`;
  return (
    <Button size="l" asChild>
      <Link to={media_type ? path : '/films'}>
        {media_type ? t('commerce.redeem_watch_title', { title }) : t('commerce.redeem_watch')}
      </Link>
    </Button>
  );
}

function AccountLinks({ code }: { code: string }) {
  const t = useTranslations();
  const next = `?${new URLSearchParams({ next: redeemPath(code) })}`;
  return (
    <div className="grid w-full gap-3">
      <p className="text-soft">{t('commerce.redeem_account_text')}</p>
      <div className="grid gap-3 sm:flex sm:justify-center">
        <Button size="l" asChild>
          <Link to={`/register${next}`}>{t('commerce.redeem_register')}</Link>
        </Button>
        <Button size="l" variant="outline" asChild>
          <Link to={`/login${next}`}>{t('commerce.redeem_sign_in')}</Link>
        </Button>
      </div>
    </div>
  );
}
