import type { Database } from '@lakou/contract/database-types';
import type { PostgrestClient } from '@supabase/postgrest-js';
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** The Data API: as a visitor on the server, as the member or visitor in the browser. */
export type Db = Pick<PostgrestClient<Database>, 'from' | 'rpc'>;

const databases = new WeakMap<QueryClient, () => Promise<Db>>();

/** A query client that knows the database its queries read from: `({ client }) => read(await databaseOf(client))`. */
export function createQueryClient(database: () => Promise<Db>): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      // Offline, a read or write fails visibly instead of waiting.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: 60_000,
        // On the server the cache ends with the page: a timer would hold each for half an hour.
        gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : 30 * 60_000,
        retry: shouldRetry,
        refetchOnWindowFocus: false,
      },
    },
  });
  databases.set(client, database);
  return client;
}

export function databaseOf(client: QueryClient): Promise<Db> {
  const database = databases.get(client);
  if (!database) throw new Error('this query client was not made by createQueryClient()');
  return database();
}

/** Refusals are final; a lost connection or a server error is tried again. */
function shouldRetry(failures: number, error: Error): boolean {
  if (import.meta.env.SSR || failures >= 2) return false;
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 0;
}

interface DataResponse<Data> {
  data: Data;
  error: { message: string; code: string; hint: string | null } | null;
  status: number;
}

/** The rows; throws ApiError. */
export function rowsOf<Data>({ data, error, status }: DataResponse<Data>): NonNullable<Data> {
  if (error) throw new ApiError(status, error);
  return data as NonNullable<Data>;
}

/** As rowsOf, where no row is a result too. */
export function rowOrNull<Data>({ data, error, status }: DataResponse<Data>): Data | null {
  if (error) throw new ApiError(status, error);
  return data;
}
