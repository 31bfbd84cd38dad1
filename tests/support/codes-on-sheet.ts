import { inflateSync } from 'node:zlib';

/** The codes that a sheet of vouchers shows, in the order of their numbers. */
export function codesOnSheet(pdf: Uint8Array): string[] {
  const file = Buffer.from(pdf).toString('latin1');
  return [...file.matchAll(/FlateDecode[^>]*>>\s*stream\r?\n([\s\S]*?)\r?\nendstream/g)]
    .map(([, stream = '']) => inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'))
    .flatMap((page) => [...page.matchAll(/<([\da-f]+)>/g)])
    .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
    .filter((text) => /^[A-Z\d]{4}(-[A-Z\d]{4}){2}$/.test(text));
}
