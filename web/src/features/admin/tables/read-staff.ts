import { queryOptions } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '../../../lib/database.ts';
import type { TableAddress } from './table-address.ts';

type StaffTable =
  | 'staff_movies'
  | 'staff_series'
  | 'staff_members'
  | 'staff_subscriptions'
  | 'staff_messages'
  | 'staff_acts';

/** One page of a table of the studio. What changes there is read anew whenever somebody looks. */
function staffPage<Name extends StaffTable>(name: Name, { search, filter, sort, page }: TableAddress) {
  const wish = {
    page,
    ...(search ? { search } : {}),
    ...(filter ? { filter } : {}),
    ...(sort ? { sort } : {}),
  };
  return queryOptions({
    queryKey: ['staff', name, wish] as readonly unknown[],
    queryFn: async ({ client }) => rowsOf(await (await databaseOf(client)).rpc(name, wish)),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

export const staffMovies = (address: TableAddress) => staffPage('staff_movies', address);
export const staffSeries = (address: TableAddress) => staffPage('staff_series', address);
export const staffMembers = (address: TableAddress) => staffPage('staff_members', address);
export const staffSubscriptions = (address: TableAddress) => staffPage('staff_subscriptions', address);
export const staffMessages = (address: TableAddress) => staffPage('staff_messages', address);
export const staffActs = (address: TableAddress) => staffPage('staff_acts', address);
