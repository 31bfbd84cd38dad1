import { groupCode } from '@lakou/contract/codes';
import type { DeviceRequest } from '@lakou/contract/identity/responses';
import { type ReactNode, useState } from 'react';
import { errorKeyMessage } from '#lib/error-message.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { deviceName } from '../device-name.ts';
import { answerDeviceCode } from './device-api.ts';

interface ConfirmDeviceProps {
  code: string;
  device: Extract<DeviceRequest, { user_agent: string }>;
  email: string;
}

/**
 * The question before a device is signed in. Anybody can send somebody a code of their own, so the member sees what asks,
 * from where and since when, and has to compare the code.
 */
export function ConfirmDevice({ code, device, email }: ConfirmDeviceProps) {
  const t = useTranslations();
  const [result, setResult] = useState('');
  const { run, isPending, input } = useAction((approve: boolean) => answerDeviceCode(code, approve), {
    onSuccess: (answer) => setResult(answer.result),
    signInKey: 'errors.not_authenticated',
    errorKey: 'identity.account_failed',
  });
  const name = deviceName(device.user_agent) || t('identity.account_device_unknown');
  if (result === 'device_approved' || result === 'device_denied') return <Answered result={result} />;
  return (
    <div className="mx-auto grid w-full max-w-xl gap-4 px-4 py-6 sm:gap-6 sm:py-16">
      <header className="grid gap-2">
        <h1 className="text-title">{t('identity.activate_question')}</h1>
        <p className="text-soft">{t('identity.activate_compare')}</p>
      </header>
      <p className="rounded-m border border-line bg-surface-raised py-3 text-center font-mono text-4xl font-bold tracking-wider">
        {groupCode(code)}
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        <Fact name={t('identity.activate_device')}>{name}</Fact>
        <Fact name={t('identity.activate_asked')}>
          <RelativeTime iso={device.created_at} />
        </Fact>
        <Fact name={t('identity.activate_place')}>
          {device.same_connection
            ? t('identity.activate_same_connection')
            : t('identity.activate_other_connection', { network: device.network || '–' })}
        </Fact>
        <Fact name={t('identity.activate_account')}>{email}</Fact>
      </dl>
      <p className="text-soft">{t('identity.activate_rights')}</p>
      {!device.same_connection && (
        <Alert tone="warning" title={t('identity.activate_elsewhere')}>
          {t('identity.activate_elsewhere_text')}
        </Alert>
      )}
      <p className="font-semibold">{t('identity.activate_warning')}</p>
      {result && <Alert tone="danger" title={errorKeyMessage(result, t)} />}
      <div className="grid gap-3">
        <Button size="l" busy={isPending && input === true} onClick={() => void run(true)}>
          {t('identity.activate_yes')}
        </Button>
        <Button
          size="l"
          variant="outline"
          busy={isPending && input === false}
          onClick={() => void run(false)}
        >
          {t('identity.activate_no')}
        </Button>
      </div>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd className="min-w-0 font-semibold wrap-anywhere">{children}</dd>
    </>
  );
}

function Answered({ result }: { result: 'device_approved' | 'device_denied' }) {
  const t = useTranslations();
  const approved = result === 'device_approved';
  return (
    <div className="mx-auto grid w-full max-w-xl gap-5 px-4 py-10 sm:py-16">
      <h1 className="text-title">{t(approved ? 'identity.activate_done' : 'identity.activate_refused')}</h1>
      <p role="status" className="text-lg text-soft">
        {t(approved ? 'identity.activate_done_text' : 'identity.activate_refused_text')}
      </p>
      <p>
        <TextLink to="/account">{t('identity.activate_devices')}</TextLink>
      </p>
    </div>
  );
}
