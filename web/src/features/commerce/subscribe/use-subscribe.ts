import type { Plan } from '@lakou/contract/commerce/limits';
import { useNavigate } from 'react-router';
import { ApiError } from '#lib/api-error.ts';
import { recheckEntitlements } from '#lib/session.ts';
import { rememberWantedTitle } from '#lib/subscribe-link.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { toast } from '#ui/toast.tsx';
import { NoCheckoutUrl, openCheckout } from '../checkout/open-checkout.ts';

/** Opens the provider's page for a plan, one checkout at a time. */
export function useSubscribe() {
  const t = useTranslations();
  const navigate = useNavigate();
  const subscribe = (plan: Plan) => {
    rememberWantedTitle(location.pathname + location.search);
    return openCheckout({ priceId: plan, plan });
  };
  return useAction(subscribe, {
    signInKey: 'commerce.login_to_subscribe',
    errorKey: 'errors.checkout_failed',
    onError(error) {
      if (error instanceof ApiError && error.key === 'already_subscribed') {
        toast.success(t('errors.already_subscribed'));
        void recheckEntitlements();
        void navigate('/forum');
      } else if (error instanceof NoCheckoutUrl) toast.error(t('commerce.no_checkout_url'));
      else return false;
      return true;
    },
  });
}
