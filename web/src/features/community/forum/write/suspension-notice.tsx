import { useQuery } from '@tanstack/react-query';
import { useFormat } from '#lib/format.ts';
import { useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Alert } from '#ui/alert.tsx';
import { ownSuspension } from '../read-forum.ts';

/** The viewer's suspension; null when they can write or while it is loading. */
export function useSuspension() {
  const { user } = useSession();
  return useQuery(ownSuspension(user?.id)).data ?? null;
}

export function SuspensionNotice() {
  const t = useTranslations();
  const { date } = useFormat();
  const suspension = useSuspension();
  if (!suspension) return null;
  const { until, reason } = suspension;
  return (
    <Alert tone="warning" title={t('community.suspended_title')}>
      <p>
        {until ? t('community.suspended_until', { date: date(until) }) : t('community.suspended_for_good')}
      </p>
      <p dir="auto" className="wrap-anywhere">
        {t('community.suspended_reason', { reason })}
      </p>
    </Alert>
  );
}
