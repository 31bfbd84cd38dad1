import fc from 'fast-check';
import type { Fields } from './atoms.ts';

/** A table with its columns, or a function with its arguments. */
export interface Shape {
  name: string;
  fields: Fields;
}

/** Names that exist on the server under test, for requests that get past the first checks. */
export interface Targets {
  tables: Shape[];
  functions: Shape[];
  edge: string[];
  streams: string[];
  pages: string[];
  objects: string[];
  buckets: string[];
  /** Of a visitor, a member, an admin and the service role. */
  tokens: string[];
  /** Signed with odd claims, or not signed at all. */
  badTokens: string[];
}

export type Headers = [string, string][];

export interface EndpointTemplate {
  methods: readonly string[];
  /** A path, and a body that fits it. */
  pathAndBody: fc.Arbitrary<[path: string, body: Buffer]>;
  headers?: fc.Arbitrary<Headers>;
}

export function rarely<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
}

export function headersOf(fields: Record<string, fc.Arbitrary<string | undefined>>): fc.Arbitrary<Headers> {
  return fc
    .record(fields)
    .map((given) =>
      Object.entries(given).flatMap(([name, value]): Headers => (value === undefined ? [] : [[name, value]])),
    );
}

/** A query string of these names: `a=b&c=d`. */
export function query(names: fc.Arbitrary<string>, values: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .array(fc.tuple(names, values), { maxLength: 3 })
    .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'));
}
