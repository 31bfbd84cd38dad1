import { randomBytes, randomInt } from 'node:crypto';

export const TOKEN_SECONDS = 59;
const PAGE_MINUTES = 10;
const KEPT_MS = 25 * 3_600_000;

/** A payment page and, once paid, its transaction. */
export interface MoncashPage {
  token: string;
  orderId: string;
  /** In gourdes. */
  amount: number;
  created: number;
  expires: number;
  /** Sent to the payer's phone. */
  code?: string;
  payer?: string;
  transaction?: { id: string; cost: number; message: string; payer: string };
}

/** What a MonCash knows: tokens, payment pages and transactions, in memory. */
export class MoncashWorld {
  readonly pages = new Map<string, MoncashPage>();
  readonly tokens = new Map<string, number>();
  now: () => number;

  constructor(now: () => number = Date.now) {
    this.now = now;
  }

  giveToken(): string {
    for (const [token, until] of this.tokens) if (until < this.now()) this.tokens.delete(token);
    const token = randomBytes(24).toString('base64url');
    this.tokens.set(token, this.now() + TOKEN_SECONDS * 1000);
    return token;
  }

  isTokenValid(token: string): boolean {
    return (this.tokens.get(token) ?? 0) > this.now();
  }

  /** Undefined when the order number has been used. */
  createPage(orderId: string, amount: number): MoncashPage | undefined {
    this.forgetOld();
    if (this.pageOfOrder(orderId)) return undefined;
    const created = this.now();
    const token = randomBytes(32).toString('base64url');
    const page = { token, orderId, amount, created, expires: created + PAGE_MINUTES * 60_000 };
    this.pages.set(token, page);
    return page;
  }

  pageOfOrder(orderId: string): MoncashPage | undefined {
    return this.pages.values().find((page) => page.orderId === orderId);
  }

  pageOfTransaction(id: string): MoncashPage | undefined {
    return this.pages.values().find(({ transaction }) => transaction?.id === id);
  }

  isOpen(page: MoncashPage): boolean {
    return !page.transaction && page.expires > this.now();
  }

  sendCode(page: MoncashPage, payer: string): void {
    page.payer = payer;
    page.code = String(randomInt(100_000, 1_000_000));
  }

  /** The payer has confirmed; once. */
  pay(page: MoncashPage, fields: { cost?: number; message?: string } = {}): string {
    page.transaction ??= {
      id: String(2_000_000_000 + randomInt(1_000_000_000)),
      cost: page.amount,
      message: 'successful',
      payer: page.payer ?? '50937001234',
      ...fields,
    };
    return page.transaction.id;
  }

  private forgetOld(): void {
    for (const [token, page] of this.pages) if (page.created < this.now() - KEPT_MS) this.pages.delete(token);
  }
}
