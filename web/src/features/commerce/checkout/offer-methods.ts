import { GOURDES_MAX, gourdesOf } from '@lakou/contract/commerce/gourdes';
import { canCharge, type PaymentMethod, takesGourdes } from '@lakou/contract/commerce/limits';

/** A price in cents as gourdes; undefined without a rate, and for more than a wallet can pay. */
export function walletPrice(cents: number, rate: number | null | undefined): number | undefined {
  const gourdes = rate ? gourdesOf(cents, rate) : undefined;
  return gourdes !== undefined && gourdes <= GOURDES_MAX ? gourdes : undefined;
}

interface Offer {
  /** Those that are set up here. */
  paymentMethods: readonly PaymentMethod[];
  cents: number;
  gourdes: number | undefined;
  /** The method last used. */
  last: string | null | undefined;
  /** Of the member, in cents. */
  credit: number;
}

/** Credit that covers the price, then the method last used. Wallets need a price in gourdes, cards one from 50 cents. */
export function offerMethods({ paymentMethods, cents, gourdes, last, credit }: Offer): PaymentMethod[] {
  const offered = paymentMethods.filter(
    (method) => canCharge(method, cents) && (!takesGourdes(method) || gourdes !== undefined),
  );
  const isCovered = credit > 0 && credit >= cents;
  return [
    ...(isCovered ? ['credit' as const] : []),
    ...offered.filter((method) => method === last),
    ...offered.filter((method) => method !== last),
  ];
}
