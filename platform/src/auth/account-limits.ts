import type { Context } from 'hono';
import type { Auth } from './auth.ts';
import { findKnownDevice } from './known-devices.ts';
import { keyOf, type RateLimitHit } from './rate-limits.ts';
import { deviceOf } from './request.ts';
import type { Limit } from './settings.ts';

/** How often something can be tried on one account. */
export interface AccountRule {
  rule: string;
  /** The account's email address or phone number, whether or not the account exists. */
  account: string;
  /** From one device that signed in to the account before. Strangers cannot use this up. */
  perDevice: Limit;
  /** From one client address; less than `perAccount`, so that one stranger cannot use that up. */
  perAddress: Limit;
  /** From all unknown devices together, which bounds an attacker with many addresses. */
  perAccount: Limit;
  /** A limit of the client's address over all accounts, which known devices do not share either. */
  overall?: { rule: string; limit: Limit };
}

export interface Attempt {
  /** Seconds to wait, if a limit is exceeded. */
  over: number | undefined;
  /** The counters, for uncounting. */
  keys: string[];
}

/** Counts an attempt on an account. */
export async function countOnAccount(auth: Auth, context: Context, given: AccountRule): Promise<Attempt> {
  const { rule, account, perDevice, perAddress, perAccount, overall } = given;
  const device = await findKnownDevice(auth, context, account);
  const { network } = deviceOf(auth, context);
  const hits: RateLimitHit[] = device
    ? [{ rule: `${rule}, device`, who: `${device} ${account}`, limit: perDevice }]
    : [
        { rule: `${rule}, address`, who: network && `${network} ${account}`, limit: perAddress },
        { rule: `${rule}, account`, who: account, limit: perAccount },
      ];
  const keys = hits.flatMap(({ rule, who }) => (who === undefined ? [] : [keyOf(rule, who)]));
  if (!device && overall) hits.unshift({ ...overall, who: network });
  // One by one: what an address is refused must not count for the account.
  for (const hit of hits) {
    const [over] = await auth.limits.count(hit);
    if (over) return { over: over.seconds, keys };
  }
  return { over: undefined, keys };
}
