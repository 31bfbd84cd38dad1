import { CODE_PARAMETER, isCode } from '@lakou/contract/codes';
import { CODE_LENGTH } from '@lakou/contract/commerce/limits';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { CodeForm } from '#lib/code-form.tsx';
import { useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useHydrated } from '#lib/use-hydrated.ts';
import { CentredSpinner } from '#ui/centred-spinner.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { CodeOffer } from './code-offer.tsx';
import { readCode } from './read-code.ts';

/** The code is in the address, so that it survives signing in and registering. */
export function Redeem() {
  const hydrated = useHydrated();
  const [params] = useSearchParams();
  const { status, user } = useSession();
  // The server renders one page for all codes.
  const code = hydrated ? params.get(CODE_PARAMETER) : null;
  if (!code) return <EnterCode />;
  if (status === 'checking') return <CentredSpinner />;
  if (!isCode(code, CODE_LENGTH)) return <EnterCode code={code} error="code_mistyped" />;
  return <CheckedCode key={`${code} ${user?.id}`} code={code} viewer={user?.id} />;
}

function CheckedCode({ code, viewer }: { code: string; viewer: string | undefined }) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['commerce', 'code', code, viewer],
    queryFn: () => readCode(code),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (!data) return isError ? <LoadFailed level={1} busy={isFetching} retry={refetch} /> : <CentredSpinner />;
  if (data.result === 'code_valid' || data.result === 'code_yours')
    return <CodeOffer code={code} offer={data} viewer={viewer} />;
  return <EnterCode code={code} error={data.result} />;
}

function EnterCode({ code = '', error }: { code?: string; error?: string }) {
  const t = useTranslations();
  const [, setParams] = useSearchParams();
  const check = (typed: string) =>
    setParams((params) => {
      params.set(CODE_PARAMETER, typed);
      return params;
    });
  return (
    <div className="mx-auto grid w-full max-w-xl gap-6 px-4 py-10 sm:py-16">
      <header className="grid gap-2">
        <h1 className="text-title">{t('commerce.redeem_title')}</h1>
        <p className="text-soft">{t('commerce.redeem_text')}</p>
      </header>
      <CodeForm
        key={code}
        length={CODE_LENGTH}
        label={t('commerce.redeem_code')}
        button={t('commerce.redeem_check')}
        code={code}
        error={error}
        onCode={check}
      />
    </div>
  );
}
