import type { Bundle } from '@lakou/contract/commerce/responses';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ApiError } from '#lib/api-error.ts';
import { rowsOf } from '#lib/database.ts';
import { refetchEntitlements } from '#lib/entitlements.ts';
import { useFormat } from '#lib/format.ts';
import { PageForm } from '#lib/page-form.tsx';
import { useAppearance, useSession } from '#lib/session.ts';
import { requireUser } from '#lib/sign-in.tsx';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { useHydrated } from '#lib/use-hydrated.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { useGourdes } from '../checkout/read-methods.ts';
import { useFreshEntitlements } from '../use-fresh-entitlements.ts';
import { OwnedOfBundle } from './owned-of-bundle.tsx';
import { useOwnedTitles } from './use-owned-titles.ts';

/** The price of a bundle, until when it is sold, and the button; or why there is none. */
export function BundleOffer({ bundle }: { bundle: Bundle }) {
  const t = useTranslations();
  const { date, price, money } = useFormat();
  const { user } = useSession();
  const gourdes = useGourdes()(bundle.amount_minor);
  const { owned, isKnown } = useOwnedTitles(bundle);
  useFreshEntitlements(user?.id);
  if (owned.length > 0 && owned.length === bundle.titles.length)
    return <Alert title={t('commerce.bundle_all_owned')} />;
  if (!bundle.is_sold) return <Alert title={t('commerce.bundle_not_sold')} />;
  return (
    <div className="grid justify-items-start gap-4">
      <OwnedOfBundle id={bundle.id} />
      <BuyButton bundle={bundle} disabled={!isKnown} />
      <p className="flex flex-wrap gap-x-6 gap-y-1 text-soft">
        {gourdes !== undefined && <span>{t('commerce.in_gourdes', { prices: money(gourdes, 'HTG') })}</span>}
        {bundle.single_minor !== null && bundle.single_minor > bundle.amount_minor && (
          <span>{t('commerce.bundle_single', { price: price(bundle.single_minor / 100) })}</span>
        )}
        <span>{t('commerce.bundle_until', { date: date(bundle.last_day) })}</span>
      </p>
    </div>
  );
}

function BuyButton({ bundle, disabled }: { bundle: Bundle; disabled: boolean }) {
  const t = useTranslations();
  const { price } = useFormat();
  const { signedIn } = useAppearance();
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { run, isPending } = useAction(
    async () => {
      await requireUser();
      const client = await supabase();
      const { id } = rowsOf(await client.rpc('create_bundle_order', { bundle: bundle.id }));
      await navigate(`/payment?order=${id}`);
    },
    {
      signInKey: 'errors.not_authenticated',
      errorKey: 'errors.payment_failed',
      onError(error) {
        if (error instanceof ApiError && error.key === 'already_owned') void refetchEntitlements(queries);
      },
    },
  );
  const label = t('commerce.bundle_buy', { price: price(bundle.amount_minor / 100) });
  // A form, so that it works before the page is hydrated.
  if (!signedIn)
    return (
      <PageForm action="/register">
        <input type="hidden" name="next" value={`/bundles/${bundle.id}`} />
        <Button type="submit" size="l">
          <Icon name="tag" />
          {label}
        </Button>
      </PageForm>
    );
  return (
    <Button size="l" disabled={disabled || !hydrated} busy={isPending} onClick={() => void run()}>
      {!isPending && <Icon name="tag" />}
      {label}
    </Button>
  );
}
