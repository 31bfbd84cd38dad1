import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { readCookie } from '#lib/cookies.ts';
import { useInstallPrompt } from '#lib/install-prompt.ts';
import { useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { toast } from '#ui/toast.tsx';

const KEY = 'lakou-install-offered';
const AGAIN_MS = 90 * 24 * 3600 * 1000;
/** Where nobody is on the way to a film or a payment. */
const PAGES = new Set(['/', '/films', '/series', '/watchlist']);
const STAYS_MS = 20_000;

/** Offers to install the app to a member who has watched something here before, at most every three months. */
export function useInstallOffer(): void {
  const t = useTranslations();
  const install = useInstallPrompt();
  const { user } = useSession();
  const { pathname } = useLocation();
  const isGoodMoment = install !== null && user !== null && PAGES.has(pathname);
  useEffect(() => {
    if (!isGoodMoment || !install || readCookie('watching', document.cookie) === undefined) return;
    if (!noteOffer()) return;
    toast.info(t('shell.install_offer'), {
      action: { label: t('catalogue.install_app'), onClick: () => void install() },
      duration: STAYS_MS,
    });
  }, [isGoodMoment, install, t]);
}

/** False if there was one not long ago, or nothing can be noted. */
function noteOffer(): boolean {
  try {
    if (Date.now() - Number(localStorage.getItem(KEY) ?? 0) < AGAIN_MS) return false;
    localStorage.setItem(KEY, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}
