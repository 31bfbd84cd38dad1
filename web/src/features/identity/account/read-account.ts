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

export interface FactorSummary {
  id: string;
  type: string;
  name: string;
}

/** The second factors that count. */
export function factors() {
  return queryOptions({
    queryKey: ['account', 'factors'],
    queryFn: async (): Promise<FactorSummary[]> => {
      const { data, error } = await (await supabase()).auth.mfa.listFactors();
      if (error) throw error;
      return data.all
        .filter(({ status }) => status === 'verified')
        .map(({ id, factor_type: type, friendly_name: name = '' }) => ({ id, type, name }));
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

export function passkeys() {
  return queryOptions({
    queryKey: ['account', 'passkeys'],
    queryFn: async () => {
      const { data, error } = await (await supabase()).auth.passkey.list();
      if (error) throw error;
      return data;
    },
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
