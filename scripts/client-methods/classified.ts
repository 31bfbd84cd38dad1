import { auth } from './classified-auth.ts';
import { data } from './classified-data.ts';
import { realtime } from './classified-realtime.ts';
import { storage } from './classified-storage.ts';

/** What happens: our service does it, it never leaves the client, or it is answered with an error. */
type Outcome = 'works' | 'client' | 'refused';

/** Methods, what happens, in words, and the test in `tests/wire` that calls them. */
type Row = readonly [names: string, outcome: Outcome, about: string, test?: string];

/** By class or interface. */
export type Classified = Record<string, readonly Row[]>;

export interface Classification {
  outcome: Outcome;
  about: string;
  test: string | undefined;
}

/** By `Type.method`. */
export const classified: ReadonlyMap<string, Classification> = new Map(
  Object.entries({ ...data, ...auth, ...storage, ...realtime }).flatMap(([type, rows]) =>
    rows.flatMap(([names, outcome, about, test]) =>
      names.split(' ').map((name) => [`${type}.${name}`, { outcome, about, test }] as const),
    ),
  ),
);
