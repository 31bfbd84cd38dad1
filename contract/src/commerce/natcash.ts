import { z } from 'zod';

/** What NatCash answers, once it is no longer nested. Numbers also come as text. */
const number = z.union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/)]).transform(Number);
const text = z.union([z.string(), z.number()]).transform(String);

export const natcashState = z.object({ status: number, message: z.string().catch('') });

export const natcashPage = z.object({
  url: z.url({ protocol: /^https?$/ }),
  /** In milliseconds. Nobody documents its form: one that is no moment is left out. */
  expiredAt: z
    .union([number, z.string().transform(Date.parse)])
    .optional()
    .catch(undefined),
});

export const natcashResult = z.object({ responseCode: number });

export const natcashPayment = z.object({
  orderNumber: text,
  transId: text.pipe(z.string().min(1)),
  amount: number,
  /** The number that paid, where NatCash says it. `toPhone` is the number that was paid: ours. */
  fromPhone: text.optional().catch(undefined),
});
