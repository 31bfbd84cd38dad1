import type { MessageKey } from '@lakou/contract/translate';
import { isNetworkError } from '#lib/api-error.ts';
import { errorKeyMessage } from '#lib/error-message.ts';
import { type Translate, useTranslations } from '#lib/translations.tsx';

/** The fields we use of the auth client's errors. */
interface AuthErrorLike {
  name?: string;
  message?: string;
  status?: number;
  code?: string;
  reasons?: string[];
}

/** Errors thrown by the auth client itself have a name instead of a code. */
const BY_NAME: Record<string, string> = {
  AuthSessionMissingError: 'session_missing',
  AuthInvalidTokenResponseError: 'token_answer_invalid',
  AuthInvalidJwtError: 'bad_jwt',
};
/** What browsers answer instead of a credential, by the name of their error. */
const WEBAUTHN_ERRORS: Record<string, string> = {
  NotAllowedError: 'passkey_cancelled',
  AbortError: 'passkey_cancelled',
  InvalidStateError: 'passkey_already_here',
  SecurityError: 'passkey_disabled',
  NotSupportedError: 'passkey_unsupported',
  ConstraintError: 'passkey_unsupported',
};
/** Error codes of the auth service that share one message. */
const ALIASES: Record<string, string> = {
  session_not_found: 'session_missing',
  session_expired: 'session_ended',
  refresh_token_not_found: 'session_ended',
  refresh_token_already_used: 'session_ended',
  insufficient_aal: 'second_factor_needed',
  current_password_mismatch: 'password_wrong',
  mfa_challenge_expired: 'mfa_verification_failed',
  webauthn_challenge_not_found: 'webauthn_challenge_expired',
  mfa_webauthn_enroll_not_enabled: 'passkey_disabled',
  mfa_webauthn_verify_not_enabled: 'passkey_disabled',
  flow_state_not_found: 'bad_oauth_state',
  flow_state_expired: 'bad_oauth_state',
  access_denied: 'bad_oauth_callback',
  over_sms_send_rate_limit: 'over_request_rate_limit',
};

/** The error's key in the error messages, if it has one. */
export function authErrorKey(error: unknown): string | undefined {
  const { name = '', code, status } = (error ?? {}) as AuthErrorLike;
  if (status === 502 || status === 503 || status === 504) return 'service_busy';
  const key = WEBAUTHN_ERRORS[name] ?? code ?? BY_NAME[name];
  return key === undefined ? undefined : (ALIASES[key] ?? key);
}

/** The message for a failed auth request: network error, our message for its key, the server's own, else the fallback. */
export function authErrorMessage(
  error: unknown,
  { t, fallback }: { t: Translate; fallback: MessageKey },
): string {
  if (isNetworkError(error)) return t('shell.network_error');
  const { message = '', status = 0, reasons = [] } = (error ?? {}) as AuthErrorLike;
  if (/row-level security/i.test(message)) return t('identity.security_policy');
  const key = authErrorKey(error);
  if (key === 'weak_password' && reasons.length > 0) {
    return reasons
      .map((reason) => messageFor(`weak_password_${reason}`, t) ?? messageFor('weak_password', t))
      .join(' ');
  }
  const known = key && messageFor(key, t);
  if (known) return known;
  const isReadable = status >= 400 && status < 500 && message !== '';
  return isReadable ? message : t(fallback);
}

function messageFor(key: string, t: Translate): string | undefined {
  const message = errorKeyMessage(key, t);
  return message === key ? undefined : message;
}

export function useAuthErrorMessage(): (error: unknown, fallback: MessageKey) => string {
  const t = useTranslations();
  return (error, fallback) => authErrorMessage(error, { t, fallback });
}
