import type { Transaction } from '../../database/database.ts';
import { insertIdentity } from '../new-user.ts';
import type { Person } from './provider.ts';
import { recountProviders } from './recount-providers.ts';

/**
 * Gives an account that nobody has proved to own to the person who has. Whoever made it may have done so to walk in
 * later: no password, way in, factor, session or open letter of theirs survives, and nothing they said of themselves.
 */
export async function takeOver(transaction: Transaction, id: string, person: Person): Promise<void> {
  for (const table of ['identities', 'sessions', 'mfa_factors', 'one_time_tokens']) {
    await transaction.query(`delete from auth.${table} where user_id = $1`, [id]);
  }
  await transaction.query('delete from auth.flow_state where user_id = $1 or linking_target_id = $1', [id]);
  await transaction.query(
    `update auth.users set encrypted_password = '', phone = null, email_confirmed_at = now(), is_anonymous = false,
       confirmation_token = '', recovery_token = '', reauthentication_token = '', email_change = '',
       email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0,
       phone_change = '', phone_change_token = '', raw_user_meta_data = $2::jsonb,
       raw_app_meta_data = (coalesce(raw_app_meta_data, '{}') - 'provider'), updated_at = now()
     where id = $1`,
    [id, person.data],
  );
  await transaction.run(insertIdentity(id, person.provider, person.data));
  await recountProviders(transaction, id);
}
