import type {
  CancelGiftInput,
  ChangeSubscriptionInput,
  CheckOrderInput,
  CheckoutInput,
  RefundPaymentInput,
} from '@lakou/contract/commerce/inputs';
import type {
  CancelGiftResponse,
  CheckOrderResponse,
  CheckoutResponse,
  PortalResponse,
  RefundPaymentResponse,
  SubscriptionResponse,
} from '@lakou/contract/commerce/responses';
import type { LicenceInput, PlaybackInput } from '@lakou/contract/playback/inputs';
import type { OfflineLicence, Playback } from '@lakou/contract/playback/responses';
import { ApiError } from './api-error.ts';
import { accessToken, connection } from './supabase.ts';

/** The Edge Functions, what each takes and what it answers. */
interface Functions {
  'cancel-gift': [CancelGiftInput, CancelGiftResponse];
  'change-subscription': [ChangeSubscriptionInput, ChangeSubscriptionInput];
  'check-order': [CheckOrderInput, CheckOrderResponse];
  'check-subscription': [object, SubscriptionResponse];
  'create-checkout': [CheckoutInput, Partial<CheckoutResponse>];
  'customer-portal': [object, Partial<PortalResponse>];
  'delete-account': [{ password?: string } | { user_id: string }, unknown];
  'offline-licence': [LicenceInput, OfflineLicence];
  'refund-payment': [RefundPaymentInput, RefundPaymentResponse];
  playback: [PlaybackInput, Playback];
}

/** Longer than the server gives a function. */
const TIMEOUT_MS = 20_000;

/**
 * Calls an Edge Function as the member, or as a visitor. Throws ApiError with the error's key, or what the browser
 * throws where no answer came.
 */
export async function callFunction<Name extends keyof Functions>(
  name: Name,
  input: Functions[Name][0],
  query = '',
): Promise<Functions[Name][1]> {
  return answerOf(name, await sendToFunction(`${name}${query}`, input, TIMEOUT_MS));
}

/** What a function has answered; throws as `callFunction` does. */
export async function answerOf<Name extends keyof Functions>(
  name: Name,
  response: Response,
): Promise<Functions[Name][1]> {
  if (!response.ok) throw await errorOf(name, response);
  return (await response.json().catch(() => ({}))) as Functions[Name][1];
}

export async function sendToFunction(path: string, input: object, timeoutMs: number): Promise<Response> {
  const { url, anonKey } = connection();
  return fetch(`${url}/functions/v1/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      apikey: anonKey,
      authorization: `Bearer ${(await accessToken()) ?? anonKey}`,
    },
    body: JSON.stringify(input),
    signal: AbortSignal.timeout(timeoutMs),
  });
}

export async function errorOf(name: string, response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  const { error, message } = body;
  return new ApiError(
    response.status,
    {
      message: typeof message === 'string' ? message : `${name} answered ${response.status}`,
      hint: typeof error === 'string' ? error : null,
    },
    body,
  );
}
