import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { takeInstallOffer, useInstallPrompt } from '#lib/install-prompt.ts';
import { useTranslations } from '#lib/translations.tsx';
import { toast } from '#ui/toast.tsx';

/** Nobody is interrupted on the way to a film, a payment or an account. */
const quietPages =
  /^\/(watch|payment|payment-success|subscribe|redeem|gift|login|register|reset-password|admin)(\/|$)/;

/** Offers the installed app once, after something good: see noteGoodMoment. */
export function InstallOffer() {
  const t = useTranslations();
  const install = useInstallPrompt();
  const isQuiet = quietPages.test(useLocation().pathname);
  useEffect(() => {
    if (!install || isQuiet || !takeInstallOffer()) return;
    toast.info(t('shell.install_offer'), {
      action: { label: t('catalogue.install_app'), onClick: () => void install() },
      duration: 20_000,
    });
  }, [install, isQuiet, t]);
  return null;
}
