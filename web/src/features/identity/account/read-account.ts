import { queryOptions } from '@tanstack/react-query';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';

export function devices() {
  return queryOptions({
    queryKey: ['account', 'devices'],
    queryFn: async ({ client }) => rowsOf(await (await databaseOf(client)).rpc('my_sessions')),
    staleTime: 0,
  });
}

export function factors() {
  return queryOptions({
    queryKey: ['account', 'factors'],
    queryFn: async () => {
      const { data, error } = await (await supabase()).auth.mfa.listFactors();
      if (error) throw error;
      return data.totp.filter(({ status }) => status === 'verified').map(({ id }) => id);
    },
    staleTime: 0,
  });
}

export function codesLeft() {
  return queryOptions({
    queryKey: ['account', 'codes-left'],
    queryFn: async ({ client }) => rowsOf(await (await databaseOf(client)).rpc('recovery_codes_left')),
    staleTime: 0,
  });
}

export function identities() {
  return queryOptions({
    queryKey: ['account', 'identities'],
    queryFn: async () => {
      const { data, error } = await (await supabase()).auth.getUserIdentities();
      if (error) throw error;
      return data.identities;
    },
    staleTime: 0,
  });
}
