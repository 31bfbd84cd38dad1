import { isCode, USER_CODE_PARAMETER } from '@lakou/contract/codes';
import { DEVICE_CODE_LENGTH } from '@lakou/contract/identity/limits';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { CodeForm } from '#lib/code-form.tsx';
import { useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useHydrated } from '#lib/use-hydrated.ts';
import { CentredSpinner } from '#ui/centred-spinner.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { ConfirmDevice } from './confirm-device.tsx';
import { readDeviceCode } from './device-api.ts';

/** Where a member confirms the code that a device shows. The code is in the address, so that it survives signing in. */
export function Activate() {
  const hydrated = useHydrated();
  const [params] = useSearchParams();
  const { user } = useSession();
  // The server renders one page for all codes.
  const code = hydrated ? params.get(USER_CODE_PARAMETER) : null;
  if (!code) return <EnterCode />;
  if (!user) return <CentredSpinner />;
  if (!isCode(code, DEVICE_CODE_LENGTH)) return <EnterCode code={code} error="code_mistyped" />;
  return <CheckedCode key={`${code} ${user.id}`} code={code} email={user.email} />;
}

function CheckedCode({ code, email }: { code: string; email: string }) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['identity', 'device-request', code],
    queryFn: () => readDeviceCode(code),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (!data) return isError ? <LoadFailed level={1} busy={isFetching} retry={refetch} /> : <CentredSpinner />;
  if ('user_agent' in data) return <ConfirmDevice code={code} device={data} email={email} />;
  return <EnterCode code={code} error={data.result} />;
}

function EnterCode({ code = '', error }: { code?: string; error?: string }) {
  const t = useTranslations();
  const [, setParams] = useSearchParams();
  return (
    <div className="mx-auto grid w-full max-w-xl gap-6 px-4 py-10 sm:py-16">
      <header className="grid gap-2">
        <h1 className="text-title">{t('identity.activate_title')}</h1>
        <p className="text-soft">{t('identity.activate_text')}</p>
      </header>
      <CodeForm
        key={code}
        length={DEVICE_CODE_LENGTH}
        label={t('identity.activate_code')}
        button={t('identity.activate_check')}
        code={code}
        error={error}
        onCode={(typed) => setParams({ [USER_CODE_PARAMETER]: typed })}
      />
    </div>
  );
}
