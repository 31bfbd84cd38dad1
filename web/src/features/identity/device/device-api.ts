import type {
  DeviceAnswer,
  DeviceClaim,
  DeviceCode,
  DeviceRequest,
} from '@lakou/contract/identity/responses';
import { rowsOf } from '#lib/database.ts';
import { recheckSession } from '#lib/session.ts';
import { rememberMe } from '#lib/stored-session.ts';
import { database, supabase } from '#lib/supabase.ts';

export async function requestDeviceCode(): Promise<DeviceCode> {
  return rowsOf(await (await database()).rpc('request_device_code')) as unknown as DeviceCode;
}

/** The token of a session that was given out, but could not be begun yet. The server gives it once. */
let claimed: { secret: string; refreshToken: string } | undefined;

/** Whether the code was confirmed. If it was, this browser is signed in afterwards. */
export async function claimDeviceSession(secret: string): Promise<DeviceClaim['result']> {
  if (claimed?.secret !== secret) {
    const answer = rowsOf(
      await (await database()).rpc('claim_device_session', { device_secret: secret }),
    ) as unknown as DeviceClaim;
    if (answer.result !== 'device_signed_in') return answer.result;
    claimed = { secret, refreshToken: answer.refresh_token };
  }
  const { auth } = await supabase();
  // A television stays signed in until somebody signs it out.
  rememberMe(true);
  const { error } = await auth.refreshSession({ refresh_token: claimed.refreshToken });
  // Asked again soon, unless the member has signed this device out meanwhile.
  if (error && !isRefusal(error)) throw error;
  claimed = undefined;
  if (error) return 'code_expired';
  recheckSession();
  return 'device_signed_in';
}

/** A busy server may say yes later. */
const isRefusal = ({ status = 0 }: { status?: number | undefined }) =>
  status >= 400 && status < 500 && status !== 429;

/** Which device asks with this code. */
export async function readDeviceCode(code: string): Promise<DeviceRequest> {
  return rowsOf(await (await supabase()).rpc('read_device_code', { code })) as unknown as DeviceRequest;
}

export async function answerDeviceCode(code: string, approve: boolean): Promise<DeviceAnswer> {
  return rowsOf(
    await (await supabase()).rpc('answer_device_code', { code, approve }),
  ) as unknown as DeviceAnswer;
}
