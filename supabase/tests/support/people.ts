import type { Identity } from '../../../platform/src/database/database.ts';

/** The people of the tests. `owner` is the owner of the database, `service` has the service key. */
const members = {
  mimose: 'a member with a public profile; the owner of most things here',
  tiJo: 'another member',
  solange: 'a private profile; has posted in the forum',
  fabiola: 'a private profile; never posted in public',
  kesner: 'subscribed',
  yvrose: 'subscribed once, expired',
  nadine: 'subscribed, then canceled',
  guerda: 'subscribed, payment overdue',
  marlene: 'bought',
  dieudonne: 'rents, 47 hours ago',
  rosemond: 'rented, 49 hours ago',
  wilner: 'bought, and was paid back',
  frantz: 'bought, and disputes the payment',
  admin: 'Adeline',
  editor: 'Edwidge',
  moderator: 'Maxo',
  accountant: 'Carline',
} as const;

export type Member = keyof typeof members;
export type Person = Member | 'visitor' | 'service' | 'owner';

export const everyMember = Object.keys(members) as Member[];
export const everyClient: Person[] = ['visitor', ...everyMember];
export const staff = ['admin', 'editor', 'moderator', 'accountant'] as const satisfies Member[];

/** The person's user id. */
export const idOf = Object.fromEntries(
  everyMember.map((name, index) => [name, `00000000-0000-4000-a000-${String(index + 1).padStart(12, '0')}`]),
) as Record<Member, string>;

export function identityOf(person: Person, settings: Record<string, string> = {}): Identity | undefined {
  if (person === 'owner') return undefined;
  if (person === 'visitor') return { role: 'anon', claims: { role: 'anon' }, settings };
  if (person === 'service') return { role: 'service_role', claims: { role: 'service_role' }, settings };
  return { role: 'authenticated', claims: { sub: idOf[person], role: 'authenticated' }, settings };
}

/** Accounts as a sign-up creates them, with profiles, roles and subscriptions. */
export const peopleSql = `
insert into auth.users (id, email, aud, role, raw_user_meta_data) values
${everyMember
  .map(
    (name) =>
      `('${idOf[name]}', '${name.toLowerCase()}@example.test', 'authenticated', 'authenticated', '{}')`,
  )
  .join(',\n')};

update private.profiles set first_name = initcap(username), last_name = 'Pierre', bio = 'Likes films',
  location = 'Jacmel, Haiti', website = 'https://example.test', occupation = 'Teacher', phone = '+509 3456 7890',
  date_of_birth = '1990-05-18', interests = '{konpa,cinema}', avatar_url = '/storage/v1/object/public/profile-images/me.jpg';
update private.profiles set is_public = false where id in ('${idOf.solange}', '${idOf.fabiola}');

insert into public.admin_users (user_id, role) values
${staff.map((role) => `('${idOf[role]}', '${role}')`).join(', ')};

-- Signing up gives nobody a reserved name.
update private.profiles p set username = split_part(u.email, '@', 1) from auth.users u
  where u.id = p.id and p.id in (${staff.map((role) => `'${idOf[role]}'`).join(', ')});

insert into public.subscriptions (user_id, status, subscription_type, expires_at) values
  ('${idOf.kesner}', 'active', 'monthly', now() + interval '10 days'),
  ('${idOf.yvrose}', 'active', 'monthly', now() - interval '1 minute'),
  ('${idOf.nadine}', 'canceled', 'monthly', now() + interval '10 days'),
  ('${idOf.guerda}', 'past_due', 'monthly', now() + interval '10 days');
`;
