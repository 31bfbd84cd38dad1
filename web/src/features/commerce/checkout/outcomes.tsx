import { Link } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Progress } from '#ui/progress.tsx';
import { Outcome } from './outcome.tsx';

export function StillProcessing({ slow }: { slow: boolean }) {
  const t = useTranslations();
  return (
    <Outcome
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

/** Nobody has paid this, or not this reader. */
export function PaymentUnknown() {
  const t = useTranslations();
  return (
    <Outcome
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

/** The page was left, refused or forgotten: another try. */
export function NotPaid({ status, again }: { status: string; again: string }) {
  const t = useTranslations();
  const sentence = {
    canceled: t('commerce.payment_canceled'),
    expired: t('commerce.payment_expired'),
  }[status];
  return (
    <Outcome
      urgent
      art="bird"
      title={sentence ?? t('errors.payment_failed')}
      {...(!sentence && { text: t('commerce.order_failed_text') })}
      action={
        <>
          <Button asChild>
            <Link to={again}>{t('shell.retry')}</Link>
          </Button>
          <ReturnHome />
        </>
      }
    />
  );
}

/** Paid, and then taken back. */
export function GivenBack({ status }: { status: string }) {
  const t = useTranslations();
  const disputed = status === 'disputed';
  return (
    <Outcome
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
