/** Twin: PLAN_PRICES in contract/src/commerce.ts, which would bring the schemas along. A test holds them together. */
export const MONTHLY_PRICE = 3.99;
