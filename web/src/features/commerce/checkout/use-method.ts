import { canCharge, type PaymentMethod, takesGourdes } from '@lakou/contract/commerce/limits';
import { useState } from 'react';
import { useFormat } from '#lib/format.ts';
import { useSettings } from '#lib/page-frame.ts';
import { useGourdes, useMethods } from './read-methods.ts';

/**
 * The choice of a method for something that costs so many cents, and the price in its currency. `before`: chosen before the app
 * was there.
 */
export function useMethod(cents: number, before?: PaymentMethod) {
  const { price, money } = useFormat();
  const gourdes = useGourdes()(cents);
  const methods = useMethods(cents, gourdes);
  const { paymentMethods } = useSettings();
  // Said, because somebody with a card would look for it.
  const isBelowCards = cents > 0 && paymentMethods.some((method) => !canCharge(method, cents));
  const [picked, setPicked] = useState(before);
  const chosen = picked && methods.includes(picked) ? picked : methods[0];
  const priceOf = (method: PaymentMethod | undefined): string =>
    method && takesGourdes(method) && gourdes !== undefined ? money(gourdes, 'HTG') : price(cents / 100);
  const choice = { methods, chosen, onChoose: setPicked, priceOf, isBelowCards };
  return { choice, chosen, amount: priceOf(chosen) };
}
