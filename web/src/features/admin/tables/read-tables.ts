import { queryOptions } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';
import type { TableAddress } from './table-address.ts';

type AdminTable =
  | 'admin_movies'
  | 'admin_series'
  | 'admin_members'
  | 'admin_subscriptions'
  | 'admin_messages'
  | 'admin_audit_log';

/** One page of an admin table; refetched whenever it is shown. */
function adminPage<Name extends AdminTable>(
  name: Name,
  { search, filter, sort, page }: TableAddress,
  more: object = {},
) {
  const parameters = {
    ...more,
    page,
    ...(search ? { search } : {}),
    ...(filter ? { filter } : {}),
    ...(sort ? { sort } : {}),
  };
  return queryOptions({
    queryKey: ['admin', name, parameters] as readonly unknown[],
    queryFn: async ({ client }) => rowsOf(await (await databaseOf(client)).rpc(name, parameters)),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}

export const adminMovies = (address: TableAddress) => adminPage('admin_movies', address);
export const adminSeries = (address: TableAddress) => adminPage('admin_series', address);
export const adminMembers = (address: TableAddress) => adminPage('admin_members', address);
export const adminSubscriptions = (address: TableAddress) => adminPage('admin_subscriptions', address);
export const adminMessages = (address: TableAddress) => adminPage('admin_messages', address);
export const adminAuditLog = (
  address: TableAddress,
  { from, to, ...same }: { action?: string; object?: string; from?: string; to?: string },
) =>
  adminPage('admin_audit_log', address, {
    ...same,
    ...(from && { from_day: from }),
    ...(to && { to_day: to }),
  });
