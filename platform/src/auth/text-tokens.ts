import type { Auth } from './auth.ts';
import { newToken, type OneTimeToken, type TokenKind } from './one-time-tokens.ts';

/** A token for a text message. A number for tests has its fixed code. */
export function newTextToken(auth: Pick<Auth, 'settings'>, kind: TokenKind, phone: string): OneTimeToken {
  const token = newToken(kind, phone);
  return { ...token, code: testCodeOf(auth, phone) ?? token.code };
}

/** The code of a number for tests, to which nothing is sent. */
export function testCodeOf({ settings }: Pick<Auth, 'settings'>, phone: string): string | undefined {
  const { testCodes, testCodesUntil } = settings;
  if (testCodesUntil && testCodesUntil.getTime() <= Date.now()) return undefined;
  return testCodes.get(phone);
}
