import { notifyOfAccountChange } from '../assurance.ts';
import { auditEntry } from '../audit.ts';
import type { Operation } from '../auth.ts';
import { requireCaller } from '../bearer.ts';
import { invalid } from '../errors.ts';
import { answer, deviceOf, readBody, readText } from '../request.ts';
import { findPasskey, findPasskeys, presentPasskey } from './passkey-rows.ts';
import { requirePasskeyOwner } from './require-passkey-owner.ts';

const MAX_NAME_LENGTH = 120;

/** GET /passkeys */
export const listPasskeys: Operation = async (auth, context) => {
  const { user } = await requireCaller(auth, context);
  return answer(context, (await findPasskeys(auth.database, user.id)).map(presentPasskey));
};

/** PATCH /passkeys/{passkey_id}: renames it. */
export const renamePasskey: Operation = async (auth, context) => {
  const { user } = await requireCaller(auth, context);
  const friendly_name = readText(await readBody(context), 'friendly_name').trim();
  if (friendly_name === '') throw invalid('friendly_name is required');
  if ([...friendly_name].length > MAX_NAME_LENGTH) {
    throw invalid(`friendly_name must be ${MAX_NAME_LENGTH} characters or less`);
  }
  const passkey = await findPasskey(auth.database, context, user.id);
  await auth.database.transaction(async (transaction) => {
    await transaction.query(
      'update auth.webauthn_credentials set friendly_name = $2, updated_at = now() where id = $1',
      [passkey.id, friendly_name],
    );
    const traits = { passkey_id: passkey.id };
    const device = deviceOf(auth, context);
    await transaction.run(auditEntry({ action: 'passkey_updated', actor: user, traits, device }));
  });
  return answer(context, presentPasskey({ ...passkey, friendly_name }));
};

/** DELETE /passkeys/{passkey_id} */
export const deletePasskey: Operation = async (auth, context) => {
  const { user } = await requirePasskeyOwner(auth, context);
  const passkey = await findPasskey(auth.database, context, user.id);
  await auth.database.transaction(async (transaction) => {
    await transaction.query('delete from auth.webauthn_credentials where id = $1', [passkey.id]);
    const traits = { passkey_id: passkey.id };
    const device = deviceOf(auth, context);
    await transaction.run(auditEntry({ action: 'passkey_deleted', actor: user, traits, device }));
  });
  void notifyOfAccountChange(auth, context, user, 'passkey_removed');
  return context.body(null, 204);
};
