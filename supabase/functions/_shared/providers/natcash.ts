import { requireSetting } from '../settings.ts';
import type { Wallet } from './gourde-wallet.ts';
import { findPayment, type NatcashAccount, openPage } from './natcash-client.ts';

/**
 * Natcom's NatCash, as two public clients use it. Nothing official describes it, and it has never been tried against
 * Natcom: docs/operation/payments.md.
 */
export const natcash: Wallet = {
  name: 'natcash',
  openPage: (order) =>
    openPage(readAccount(), {
      orderNumber: order.id,
      gourdes: order.amount_minor / 100,
      callbackUrl: `${requireSetting('PUBLIC_URL')}/functions/v1/natcash-callback`,
    }),
  findPayment: (orderId) => findPayment(readAccount(), orderId),
};

const readAccount = (): NatcashAccount => ({
  url: requireSetting('NATCASH_URL'),
  partnerCode: requireSetting('NATCASH_PARTNER_CODE'),
  username: requireSetting('NATCASH_USERNAME'),
  password: requireSetting('NATCASH_PASSWORD'),
  privateKey: requireSetting('NATCASH_PRIVATE_KEY'),
});
