/** Without vowels (no words by chance) and look-alikes. A prime number of characters, which the check character relies on. */
export const CODE_ALPHABET = 'CDFGHJKMNPQRTVWXY346789';
const GROUP = 4;

/** As it is compared and hashed: case, dashes and blanks do not matter. */
export function normalizeCode(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** Not `code`: that is what comes back from a sign-in at Google or Facebook, and is taken out of the address. */
export const CODE_PARAMETER = 'redeem_code';

/** The page that redeems a code; in a language, if one is named. */
export function redeemPath(code: string, language?: string): string {
  return `/redeem?${new URLSearchParams({ [CODE_PARAMETER]: code, ...(language && { lang: language }) })}`;
}

/** As RFC 8628 names it. */
export const USER_CODE_PARAMETER = 'user_code';

/** The page where a member confirms the code of a device; without a code, the page asks for it. */
export function activatePath(code?: string): string {
  return code ? `/activate?${new URLSearchParams({ [USER_CODE_PARAMETER]: code })}` : '/activate';
}

/** A new code in groups, its last character computed from the others. `random` gives whole numbers below its argument. */
export function createCode(length: number, random: (below: number) => number): string {
  const digits = Array.from({ length: length - 1 }, () => random(CODE_ALPHABET.length));
  return groupCode([...digits, checkDigit(digits)].map((digit) => CODE_ALPHABET.charAt(digit)).join(''));
}

/** As it is shown and printed: in groups, however it was typed. */
export function groupCode(typed: string): string {
  return normalizeCode(typed).replace(new RegExp(`(.{${GROUP}})(?=.)`, 'g'), '$1-');
}

/** False for one wrong character or two swapped ones, so that a typing error needs no guess. */
export function isCode(typed: string, length: number): boolean {
  const digits = [...normalizeCode(typed)].map((character) => CODE_ALPHABET.indexOf(character));
  if (digits.length !== length || digits.includes(-1)) return false;
  return checkDigit(digits.slice(0, -1)) === digits.at(-1);
}

/** Each place has a weight of its own: swapping two different characters changes the sum. */
function checkDigit(digits: number[]): number {
  const sum = digits.reduce((total, digit, place) => total + digit * (place + 2), 0);
  return (CODE_ALPHABET.length - (sum % CODE_ALPHABET.length)) % CODE_ALPHABET.length;
}
