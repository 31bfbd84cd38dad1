import type { Transaction } from '../../database/database.ts';
import { insertIdentity } from '../new-user.ts';
import { deleteSignUps } from '../pending-sign-ups.ts';
import type { ExternalUser } from './provider.ts';
import { updateProviderList } from './update-provider-list.ts';

/**
 * Gives an unconfirmed account to the user who has proved to own its address. It may have been created by an attacker,
 * so its password, identities, factors, sessions, pending tokens and metadata are removed.
 */
export async function claimUnverifiedAccount(
  transaction: Transaction,
  id: string,
  externalUser: ExternalUser,
): Promise<void> {
  for (const table of ['identities', 'sessions', 'mfa_factors', 'one_time_tokens']) {
    await transaction.query(`delete from auth.${table} where user_id = $1`, [id]);
  }
  await deleteSignUps(transaction, externalUser.email);
  await transaction.query('delete from auth.flow_state where user_id = $1 or linking_target_id = $1', [id]);
  await transaction.query(
    `update auth.users set encrypted_password = '', phone = null, email_confirmed_at = now(), is_anonymous = false,
       confirmation_token = '', recovery_token = '', reauthentication_token = '', email_change = '',
       email_change_token_new = '', email_change_token_current = '', email_change_confirm_status = 0,
       phone_change = '', phone_change_token = '', raw_user_meta_data = $2::jsonb,
       raw_app_meta_data = (coalesce(raw_app_meta_data, '{}') - 'provider'), updated_at = now()
     where id = $1`,
    [id, externalUser.data],
  );
  await transaction.run(insertIdentity(id, externalUser.provider, externalUser.data));
  await updateProviderList(transaction, id);
}
