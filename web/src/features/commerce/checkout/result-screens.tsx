import { Link } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Progress } from '#ui/progress.tsx';
import { ResultScreen } from './result-screen.tsx';

export function StillProcessing({ slow }: { slow: boolean }) {
  const t = useTranslations();
  return (
    <ResultScreen
      art="drum"
      title={t('commerce.still_processing')}
      text={t(slow ? 'commerce.still_processing_long' : 'commerce.still_processing_text')}
      action={
        <>
          <Progress label={t('commerce.still_processing')} className="mx-auto mb-3 max-w-72" />
          <ReturnHome />
        </>
      }
    />
  );
}

/** There is no such order for this member. */
export function PaymentNotFound() {
  const t = useTranslations();
  return (
    <ResultScreen
      urgent
      art="bird"
      title={t('commerce.payment_unknown')}
      text={t('commerce.payment_unknown_text')}
      action={
        <>
          <ContactSupport />
          <ReturnHome />
        </>
      }
    />
  );
}

/** The checkout was canceled, failed or expired: offers another try. */
export function NotPaid({ status, retryPath }: { status: string; retryPath: string }) {
  const t = useTranslations();
  const title = {
    canceled: t('commerce.payment_canceled'),
    expired: t('commerce.payment_expired'),
  }[status];
  return (
    <ResultScreen
      urgent
      art="bird"
      title={title ?? t('errors.payment_failed')}
      {...(!title && { text: t('commerce.order_failed_text') })}
      action={
        <>
          <Button asChild>
            <Link to={retryPath}>{t('shell.retry')}</Link>
          </Button>
          <ReturnHome />
        </>
      }
    />
  );
}

/** Paid, then refunded or disputed. */
export function PaymentReversed({ status }: { status: string }) {
  const t = useTranslations();
  const disputed = status === 'disputed';
  return (
    <ResultScreen
      art="bird"
      title={t(disputed ? 'commerce.order_disputed' : 'commerce.order_returned')}
      text={t(disputed ? 'commerce.order_disputed_text' : 'commerce.order_returned_text')}
      action={
        <>
          {disputed && <ContactSupport />}
          <ReturnHome />
        </>
      }
    />
  );
}

export function ContactSupport() {
  const t = useTranslations();
  return (
    <Button asChild>
      <Link to="/contact">{t('shell.contact_us')}</Link>
    </Button>
  );
}

export function ReturnHome() {
  const t = useTranslations();
  return (
    <Button variant="outline" asChild>
      <Link to="/">{t('shell.return_home')}</Link>
    </Button>
  );
}
