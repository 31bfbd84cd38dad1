import { auditEntry } from '../audit.ts';
import { findPasskey, findPasskeys, presentPasskey } from '../passkeys/passkey-rows.ts';
import { answer, deviceOf } from '../request.ts';
import { findAccount } from './find-account.ts';
import { forAdmins } from './for-admins.ts';

/** GET /admin/users/{user_id}/passkeys */
export const listAccountPasskeys = forAdmins(async (auth, context) => {
  const user = await findAccount(auth.database, context);
  return answer(context, (await findPasskeys(auth.database, user.id)).map(presentPasskey));
});

/** DELETE /admin/users/{user_id}/passkeys/{passkey_id}: for a user whose device was stolen. */
export const deleteAccountPasskey = forAdmins(async (auth, context) => {
  const user = await findAccount(auth.database, context);
  const passkey = await findPasskey(auth.database, context, user.id);
  await auth.database.transaction(async (transaction) => {
    await transaction.query('delete from auth.webauthn_credentials where id = $1', [passkey.id]);
    const traits = { user_id: user.id, passkey_id: passkey.id };
    await transaction.run(auditEntry({ action: 'passkey_deleted', traits, device: deviceOf(auth, context) }));
  });
  return context.body(null, 204);
});
