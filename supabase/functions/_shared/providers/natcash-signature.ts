import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Of a request to NatCash: its fields after a key that is used once. Their order is part of the protocol. */
export const signRequest = (
  privateKey: string,
  requestId: string,
  fields: readonly (string | number)[],
): string => hmac(privateKey, [sha256(privateKey + requestId), ...fields].join('')).toString('hex');

export interface NatcashCallback {
  orderNumber: string;
  code: string;
  signature: string;
}

export function isCallbackSigned(
  functionCode: string,
  { orderNumber, code, signature }: NatcashCallback,
): boolean {
  const wanted = hmac(functionCode, sha256(functionCode + orderNumber) + orderNumber + code);
  const given = Buffer.from(signature, 'hex');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
