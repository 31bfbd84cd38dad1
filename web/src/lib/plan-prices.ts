/** In cents. Twin: PLAN_PRICES in contract/src/commerce.ts, which would bring the schemas along. A test holds them together. */
export const PLAN_PRICES = { monthly: 399, yearly: 4389 } as const;
export type Plan = keyof typeof PLAN_PRICES;

/** A month's price is what a year saves; the specification rounds it. */
export const SAVED_PER_YEAR = 400;
