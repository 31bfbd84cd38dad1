import { activatePath } from '@lakou/contract/codes';
import { errorMessage } from '#lib/error-message.ts';
import { useSettings } from '#lib/page-frame.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useHydrated } from '#lib/use-hydrated.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { NeedsScript } from '#ui/needs-script.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { QrCode } from '../qr-code.tsx';
import { useDeviceCode } from './use-device-code.ts';

/** What a television shows: a code and a QR, to be confirmed on a phone. Readable from three metres. */
export function DeviceSignIn() {
  const t = useTranslations();
  const hydrated = useHydrated();
  const { url } = useSettings();
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-10 px-[clamp(1rem,6vw,6rem)] py-10 lg:grid-cols-[1fr_auto] lg:items-center lg:py-20 tv:max-w-[100rem]">
      <div className="grid gap-6">
        <header className="grid gap-3">
          <div className="taptap-band w-24" aria-hidden="true" />
          <h1 className="text-title">{t('identity.device_title')}</h1>
        </header>
        <NeedsScript />
        <ol className="grid list-decimal gap-4 ps-7 text-lg tv:text-2xl">
          <li>{t('identity.device_step_scan')}</li>
          <li>
            {t('identity.device_step_open')}{' '}
            <strong className="wrap-anywhere">{`${new URL(url).host}${activatePath()}`}</strong>
          </li>
          <li>{t('identity.device_step_confirm')}</li>
        </ol>
        <p className="text-soft tv:text-xl">{t('identity.device_minutes')}</p>
        <p>
          <TextLink to="/login">{t('identity.device_with_password')}</TextLink>
        </p>
      </div>
      {hydrated ? <ShownCode url={url} /> : <CodeSkeleton />}
    </div>
  );
}

function ShownCode({ url }: { url: string }) {
  const t = useTranslations();
  const { code, error, outcome, isFetching, renew } = useDeviceCode();
  if (error || outcome) {
    const title = outcome
      ? t(`identity.device_${outcome}`)
      : errorMessage(error, t, 'identity.device_failed');
    return (
      <div className="grid content-center justify-items-start gap-5 lg:w-96">
        <Alert tone="danger" title={title} />
        <Button size="l" autoFocus busy={isFetching} onClick={renew}>
          {t('identity.device_new_code')}
        </Button>
      </div>
    );
  }
  if (!code) return <CodeSkeleton />;
  return (
    <section aria-label={t('identity.device_code')} className="grid justify-items-center gap-6">
      <QrCode text={`${url}${activatePath(code.user_code)}`} className="size-[min(20rem,40vh)] rounded-m" />
      <p className="font-mono text-4xl font-bold tracking-wider lg:text-5xl tv:text-7xl">{code.user_code}</p>
      <p role="status" className="text-soft tv:text-xl">
        {t('identity.device_waiting')}
      </p>
    </section>
  );
}

function CodeSkeleton() {
  return (
    <div className="grid justify-items-center gap-6 noscript:hidden">
      <Skeleton className="size-[min(20rem,40vh)]" />
      <Skeleton className="h-10 w-56 lg:h-12 lg:w-72" />
    </div>
  );
}
