/** What one payment with mobile money can be at most: a wallet holds no more. */
export const GOURDES_MAX = 100_000;

/**
 * A price in cents of a dollar as whole gourdes, rounded up. The rate has at most four digits after the point, so it is
 * counted in ten-thousandths, which a computer adds up without error. Keep equal to private.gourdes_minor.
 */
export function gourdesOf(cents: number, rate: number): number {
  return Math.ceil((cents * Math.round(rate * 10_000)) / 1_000_000);
}
