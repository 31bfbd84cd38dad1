import { queryOptions } from '@tanstack/react-query';
import { isId } from '#lib/address.ts';
import { databaseOf, rowOrNull } from '#lib/database.ts';

/** The result of the SQL function admin_member. */
export interface MemberDetail {
  profile: {
    id: string;
    username: string;
    full_name: string | null;
    avatar_url: string | null;
    bio: string | null;
    location: string | null;
    is_public: boolean;
    created_at: string;
  };
  email: string | null;
  email_confirmed_at: string | null;
  last_sign_in_at: string | null;
  providers: string[];
  second_factor: boolean;
  role: string | null;
  suspension: { reason: string; until: string | null; created_at: string } | null;
  subscriptions: {
    id: string;
    status: string;
    subscription_type: string;
    expires_at: string;
    provider: string | null;
    created_at: string;
  }[];
  purchases: {
    id: string;
    title: string | null;
    transaction_type: 'purchase' | 'rental';
    amount: number;
    currency: string;
    status: 'completed' | 'refunded' | 'disputed';
    rental_expiry: string | null;
    created_at: string;
  }[];
  devices: { id: string; user_agent: string; created_at: string; last_active_at: string }[];
  topics: number;
  posts: number;
  reviews: number;
  acts: { id: number; at: string; act: string; reason: string | null }[];
}

export const memberDetail = (person: string) =>
  queryOptions({
    queryKey: ['admin', 'member', person],
    queryFn: async ({ client }) =>
      isId(person)
        ? (rowOrNull(
            await (await databaseOf(client)).rpc('admin_member', { person }),
          ) as unknown as MemberDetail | null)
        : null,
    staleTime: 0,
  });
