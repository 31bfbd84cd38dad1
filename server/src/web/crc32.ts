import { crc32 } from 'node:zlib';

export { crc32 };

/*
 * CRC-32 is division by a polynomial, with the lowest power in the highest bit. It is linear: when the same difference
 * is added at several places of a text, its checksum changes by the difference's checksum, multiplied by the sum of
 * x^(8n) for each place, n being the bytes that follow.
 */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;
const X_TO_8 = ONE >>> 8;

/** The product of two polynomials, modulo CRC-32's. */
export function multiplyCrc(a: number, b: number): number {
  let product = 0;
  let factor = b;
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= factor;
    factor = (factor & 1) === 0 ? factor >>> 1 : (factor >>> 1) ^ POLYNOMIAL;
  }
  return product >>> 0;
}

/** x^(8n): what a checksum is multiplied by when n bytes follow. */
export function shiftCrc(bytes: number): number {
  let result = ONE;
  let square = X_TO_8;
  for (let left = bytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = multiplyCrc(result, square);
    square = multiplyCrc(square, square);
  }
  return result;
}
