import { useQueryClient } from '@tanstack/react-query';
import { Form, useNavigate } from 'react-router';
import { ApiError } from '#lib/api-error.ts';
import { rowsOf } from '#lib/database.ts';
import { refetchEntitlements } from '#lib/entitlements.ts';
import { useFormat } from '#lib/format.ts';
import { useAppearance } from '#lib/session.ts';
import { requireUser } from '#lib/sign-in.tsx';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { useHydrated } from '#lib/use-hydrated.ts';
import { Button } from '#ui/button.tsx';

/** Creates the order of a bundle and opens the payment page; visitors register first. */
export function BuyBundle({ bundle, amount }: { bundle: string; amount: number }) {
  const t = useTranslations();
  const { price } = useFormat();
  const { signedIn } = useAppearance();
  const label = t('catalogue.buy_for', { price: price(amount / 100) });
  if (signedIn) return <OrderBundle bundle={bundle} label={label} />;
  return (
    <Form action="/register">
      <input type="hidden" name="next" value={`/bundles/${bundle}`} />
      <Button type="submit" size="l">
        {label}
      </Button>
    </Form>
  );
}

function OrderBundle({ bundle, label }: { bundle: string; label: string }) {
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { run, isPending } = useAction(
    async () => {
      await requireUser();
      const { id } = rowsOf(await (await supabase()).rpc('create_bundle_order', { bundle }));
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
  return (
    <Button size="l" disabled={!hydrated} busy={isPending} onClick={() => void run()}>
      {label}
    </Button>
  );
}
