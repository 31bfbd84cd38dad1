import type { Wallet } from './gourde-wallet.ts';
import { createPayment, findPaymentOfOrder, pageUrl } from './moncash-client.ts';

/** Digicel's MonCash. It signs nothing. */
export const moncash: Wallet = {
  name: 'moncash',
  openPage: async (order) => ({ url: pageUrl(await createPayment(order.id, order.amount_minor / 100)) }),
  findPayment: findPaymentOfOrder,
};
