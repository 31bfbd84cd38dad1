import type { Language } from '@lakou/contract/languages';
import type { MessageKey } from '@lakou/contract/translate';
import { isNetworkFailure } from '#lib/failure.ts';
import { sentenceOf } from '#lib/form.tsx';
import { type Translate, useLanguage, useTranslations } from '#lib/translations.tsx';

/** What we read of an error of the auth client. */
interface Refusal {
  name?: string;
  message?: string;
  status?: number;
  code?: string;
  reasons?: string[];
}

/** Errors that the auth client itself makes carry a name instead of a code. */
const BY_NAME: Record<string, string> = {
  AuthSessionMissingError: 'session_missing',
  AuthInvalidTokenResponseError: 'token_answer_invalid',
  AuthInvalidJwtError: 'bad_jwt',
};
/** Several words of the auth service for what is one thing to people. */
const SAME_AS: Record<string, string> = {
  session_not_found: 'session_missing',
  session_expired: 'session_ended',
  refresh_token_not_found: 'session_ended',
  refresh_token_already_used: 'session_ended',
  insufficient_aal: 'second_factor_needed',
  mfa_challenge_expired: 'mfa_verification_failed',
  flow_state_not_found: 'bad_oauth_state',
  flow_state_expired: 'bad_oauth_state',
  access_denied: 'bad_oauth_callback',
  over_sms_send_rate_limit: 'over_request_rate_limit',
};

/** The error's key of the catalogue, if it has one. */
export function keyOf(error: unknown): string | undefined {
  const { name = '', code, status } = (error ?? {}) as Refusal;
  if (status === 502 || status === 503 || status === 504) return 'service_busy';
  const word = code ?? BY_NAME[name];
  return word === undefined ? undefined : (SAME_AS[word] ?? word);
}

/**
 * What to tell somebody whose sign-in or the like did not work: the network's sentence, the catalogue's, the
 * server's own (it speaks English only), or the one given for the rest.
 */
export function authSentence(
  error: unknown,
  { t, language, otherwise }: { t: Translate; language: Language; otherwise: MessageKey },
): string {
  if (isNetworkFailure(error)) return t('shell.network_error');
  const { message = '', status = 0, reasons = [] } = (error ?? {}) as Refusal;
  if (/row-level security/i.test(message)) return t('identity.security_policy');
  const key = keyOf(error);
  if (key === 'weak_password' && reasons.length > 0) {
    return reasons
      .map((reason) => known(`weak_password_${reason}`, t) ?? known('weak_password', t))
      .join(' ');
  }
  const sentence = key && known(key, t);
  if (sentence) return sentence;
  const isForPeople = status >= 400 && status < 500 && message !== '' && language === 'en';
  return isForPeople ? message : t(otherwise);
}

function known(key: string, t: Translate): string | undefined {
  const sentence = sentenceOf(key, t);
  return sentence === key ? undefined : sentence;
}

export function useAuthSentence(): (error: unknown, otherwise: MessageKey) => string {
  const t = useTranslations();
  const { language } = useLanguage();
  return (error, otherwise) => authSentence(error, { t, language, otherwise });
}
