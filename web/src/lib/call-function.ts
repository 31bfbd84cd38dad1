import type {
  CancelGiftInput,
  ChangeSubscriptionInput,
  CheckOrderInput,
  CheckoutInput,
  PrintVouchersInput,
} from '@lakou/contract/commerce/inputs';
import type {
  CancelGiftResponse,
  CheckOrderResponse,
  CheckoutResponse,
  PortalResponse,
  SubscriptionResponse,
} from '@lakou/contract/commerce/responses';
import type { PlaybackInput } from '@lakou/contract/playback/inputs';
import type { Playback } from '@lakou/contract/playback/responses';
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
  playback: [PlaybackInput, Playback];
  /** A PDF, which fetchFunction() reads. */
  'print-vouchers': [PrintVouchersInput, never];
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
  const response = await fetchFunction(name, input, query);
  return (await response.json().catch(() => ({}))) as Functions[Name][1];
}

/** As callFunction, for an answer that is not JSON. */
export async function fetchFunction<Name extends keyof Functions>(
  name: Name,
  input: Functions[Name][0],
  query = '',
): Promise<Response> {
  const { url, anonKey } = connection();
  const response = await fetch(`${url}/functions/v1/${name}${query}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      apikey: anonKey,
      authorization: `Bearer ${(await accessToken()) ?? anonKey}`,
    },
    body: JSON.stringify(input),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.ok) return response;
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  const { error, message } = body;
  throw new ApiError(
    response.status,
    {
      message: typeof message === 'string' ? message : `${name} answered ${response.status}`,
      hint: typeof error === 'string' ? error : null,
    },
    body,
  );
}
