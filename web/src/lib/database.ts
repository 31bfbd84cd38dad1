import type { Database } from '@lakou/contract/database-types';
import type { PostgrestClient } from '@supabase/postgrest-js';
import { QueryClient } from '@tanstack/react-query';

/** The Data API: as a visitor on the server, as whoever is signed in in the browser. */
export type Db = Pick<PostgrestClient<Database>, 'from' | 'rpc'>;

const databases = new WeakMap<QueryClient, () => Promise<Db>>();

/** A query client that knows the database its queries read from: `({ client }) => read(await databaseOf(client))`. */
export function createQueryClient(database: () => Promise<Db>): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      // Offline, a read or write fails and says so, instead of waiting in silence.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: 60_000,
        // On the server a page's answers go with the page: a timer would keep each of them for half an hour.
        gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : 30 * 60_000,
        retry: worthAnotherTry,
        refetchOnWindowFocus: false,
      },
    },
  });
  databases.set(client, database);
  return client;
}

export function databaseOf(client: QueryClient): Promise<Db> {
  const database = databases.get(client);
  if (!database) throw new Error('a query client without a database');
  return database();
}

/** What the server says no to stays no; a lost connection or a struggling server is asked again. */
function worthAnotherTry(failures: number, error: Error): boolean {
  if (import.meta.env.SSR || failures >= 2) return false;
  return !(error instanceof DataError) || error.status >= 500 || error.status === 0;
}

/** A refusal or failure of the Data API, with the error key where the database named one. */
export class DataError extends Error {
  readonly status: number;
  readonly code: string;
  /** A key of the error catalogue, or another hint. */
  readonly hint: string | null;

  constructor(
    status: number,
    { message, code, hint }: { message: string; code: string; hint: string | null },
  ) {
    super(message);
    this.name = 'DataError';
    this.status = status;
    this.code = code;
    this.hint = hint;
  }
}

interface Answer<Data> {
  data: Data;
  error: { message: string; code: string; hint: string | null } | null;
  status: number;
}

/** The rows, or the refusal thrown. */
export function rowsOf<Data>({ data, error, status }: Answer<Data>): NonNullable<Data> {
  if (error) throw new DataError(status, error);
  return data as NonNullable<Data>;
}

/** As rowsOf, where nothing is an answer too. */
export function rowOrNull<Data>({ data, error, status }: Answer<Data>): Data | null {
  if (error) throw new DataError(status, error);
  return data;
}
