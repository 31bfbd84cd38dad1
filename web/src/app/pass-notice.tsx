import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { toast } from '#ui/toast.tsx';

const DAY_MS = 86_400_000;
const SHOWN = 'lakou-pass-notice';
/** Where the pass is on the page, or being paid for. */
const quietPages = /^\/(subscribe|purchases|payment|payment-success|redeem)$/;

/** On the last day of a pass, says so once and offers the next one. */
export function PassNotice() {
  const t = useTranslations();
  const navigate = useNavigate();
  const { passEnds } = useSession();
  const isQuiet = quietPages.test(useLocation().pathname);
  useEffect(() => {
    if (!passEnds || isQuiet) return;
    const left = Date.parse(passEnds) - Date.now();
    if (left < 0 || left > DAY_MS || localStorage.getItem(SHOWN) === passEnds) return;
    localStorage.setItem(SHOWN, passEnds);
    toast.info(t('shell.pass_ends_soon'), {
      action: { label: t('shell.extend_pass'), onClick: () => void navigate('/subscribe') },
      duration: 20_000,
    });
  }, [passEnds, isQuiet, t, navigate]);
  return null;
}
