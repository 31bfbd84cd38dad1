import fc from 'fast-check';

/** Strings that are known to break programs. */
const FAMOUS = [
  '',
  ' ',
  '\0',
  '%00',
  '%',
  '%zz',
  '%E0%A4%A',
  '%ED%A0%80',
  '%C0%AE%C0%AE/',
  '../../../../etc/passwd',
  '..%2f..%2f..%2fetc%2fpasswd',
  '....//',
  '.',
  '..',
  '~',
  '\\..\\',
  "' or '1'='1",
  "'; drop table movies; --",
  '1; select pg_sleep(10)',
  '$1',
  '#{7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  'true',
  'Infinity',
  '-0',
  '1e309',
  '-1',
  '0x10',
  '2147483648',
  '9223372036854775808',
  '99999999999999999999999999999999999999',
  '0.1e-400',
  '2026-13-45T99:99:99Z',
  '294277-01-01',
  'infinity',
  '-infinity',
  'f1000000-0000-4000-8000-000000000001',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'F1000000-0000-4000-8000-00000000000',
  '\u202emalbo',
  '\ufeff',
  'é̂́̈',
  '👩‍👩‍👧‍👦',
  'İ',
  'ß',
  '\ud800',
  '(((((((((((((((((((((((((((((((((((',
  '))))',
  '[[[[[[[[[[[[[[[[[[',
  '{',
  '}',
  ',',
  '.,.',
  '*',
  '**',
  '!',
  '!inner',
  '::text',
  '->>',
  '->0->a',
  '"',
  '"a""b"',
  '\\',
  '\\u0000',
  '\r\nset-cookie: a=b',
  '\u2028',
  'a'.repeat(300),
  'a'.repeat(5000),
  'é'.repeat(3000),
  '(.*)*$',
  '[a-',
  'bytes=0-0,5-9',
  'data:text/html,x',
  'javascript:alert(1)',
  'http://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  '//evil.example',
  'x@y.z',
  'admin@lakou.test',
] as const;

const famous = fc.constantFrom(...FAMOUS);
export const nasty: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: famous },
  { weight: 1, arbitrary: fc.string({ maxLength: 30 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 1, arbitrary: fc.tuple(famous, famous).map(([a, b]) => a + b) },
  { weight: 1, arbitrary: fc.double().map(String) },
);

/** Mostly well-formed, so that it is parsed before it is refused. */
const encoded = nasty.map((text) => encodeURIComponent(text.toWellFormed()));
/** A header value: the same strings without line breaks. */
const bare = nasty.map((text) => text.replace(/[\r\n]/g, ''));
export const piece: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: encoded },
  { weight: 1, arbitrary: bare },
  { weight: 1, arbitrary: bare.map((text) => text.replace(/[^\x21-\x7e]/g, '')) },
);
export const headerValue: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: nasty.map((text) => text.replace(/[^\x20-\x7e]/g, '')) },
  { weight: 1, arbitrary: bare.map((text) => text.replaceAll('\0', '')) },
);

export const oneOf = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
export const sometimes = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });

/** A value of any type, often not the expected one. */
export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: nasty },
  { weight: 2, arbitrary: oneOf<unknown>(null, true, false, 0, -1, 1e308, 2 ** 53, 0.1, [], {}, [[]], '') },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.array(nasty, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.dictionary(nasty, nasty, { maxKeys: 4 }) },
);

const brokenJson = oneOf(
  '',
  '{',
  '[',
  '}',
  'nul',
  '{"a":1,}',
  '{"a":1}{"b":2}',
  '\ufeff{}',
  '{"__proto__":{"admin":true},"constructor":{"prototype":{"role":"service_role"}}}',
  '{"a":1e999}',
  '{"a":-1e999,"a":2}',
  '"\\ud800"',
  '{"\\u0000":"\\u0000"}',
  '['.repeat(20_000),
  `${'['.repeat(3000)}${']'.repeat(3000)}`,
  `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`,
  '1',
  'null',
  '"text"',
  '[]',
  '[1,"a",null,{}]',
);

/** Field names, each with some valid values. */
export type Fields = Readonly<Record<string, readonly unknown[]>>;

/** A complete object with some wrong values, a few of its fields, or malformed JSON. */
export function jsonBody(fields: Fields): fc.Arbitrary<Buffer> {
  const text = (value: unknown) => JSON.stringify(value);
  const values = (goodWeight: number) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, good]) => [
        name,
        good.length === 0
          ? anyValue
          : fc.oneof({ weight: goodWeight, arbitrary: oneOf(...good) }, { weight: 1, arbitrary: anyValue }),
      ]),
    );
  const whole = fc.oneof(fc.record(values(8)), fc.record(values(2), { requiredKeys: [] }));
  const stray = fc
    .tuple(whole, nasty, anyValue)
    .map(([object, name, value]) => ({ ...object, [name]: value }));
  return fc.oneof(
    { weight: 8, arbitrary: whole.map(text).map((json) => Buffer.from(json)) },
    { weight: 1, arbitrary: stray.map(text).map((json) => Buffer.from(json)) },
    { weight: 1, arbitrary: fc.array(whole, { maxLength: 3 }).map((list) => Buffer.from(text(list))) },
    { weight: 2, arbitrary: brokenJson.map((json) => Buffer.from(json)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
  );
}
