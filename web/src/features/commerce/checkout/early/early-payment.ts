import type { PaymentMethod } from '@lakou/contract/commerce/limits';

/** What somebody does on the payment page before the app is there: see payment-script.ts. */
export interface EarlyPayment {
  /** Of the order in the address. */
  order: string;
  /** The one chosen; undefined while the order is being read, and where there is nothing to pay. */
  method: PaymentMethod | undefined;
  /** 'Pay' was pressed. The app takes it over, and goes on as if its own button had been. */
  press: Press | undefined;
}

interface Press {
  method: PaymentMethod | undefined;
  /** The answer of `create-checkout`; undefined where the app has to send it, because the session must be renewed. */
  checkout: Promise<Response> | undefined;
}

declare global {
  var earlyPayment: EarlyPayment | undefined;
}
