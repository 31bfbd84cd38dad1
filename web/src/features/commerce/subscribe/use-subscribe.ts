import { useState } from 'react';
import { useNavigate } from 'react-router';
import { DataError } from '#lib/database.ts';
import { sayFailure } from '#lib/failure.ts';
import type { Plan } from '#lib/plan-prices.ts';
import { recheckEntitlements } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { toast } from '#ui/toast.tsx';
import { isSignedOut } from '../call-function.ts';
import { NoCheckoutUrl, openCheckout } from '../checkout/open-checkout.ts';

/** From a plan to the provider's page, one checkout at a time. */
export function useSubscribe(): { subscribe: (plan: Plan) => void; busy: Plan | null } {
  const t = useTranslations();
  const navigate = useNavigate();
  const [chosen, choose] = useState<Plan | null>(null);
  const { busy, run } = useAction((error) => {
    if (isSignedOut(error)) {
      toast.error(t('commerce.login_to_subscribe'));
      return void navigate('/login', { state: { from: '/subscribe' } });
    }
    if (error instanceof DataError && error.hint === 'already_subscribed') {
      toast.success(t('errors.already_subscribed'));
      void recheckEntitlements();
      return void navigate('/forum');
    }
    if (error instanceof NoCheckoutUrl) return toast.error(t('commerce.no_checkout_url'));
    toast.error(sayFailure(error, t, 'errors.checkout_failed'));
  });
  return {
    busy: busy ? chosen : null,
    subscribe(plan) {
      if (busy) return;
      choose(plan);
      void run(() => openCheckout({ priceId: plan, plan }));
    },
  };
}
