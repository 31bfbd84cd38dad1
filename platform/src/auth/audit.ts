import { randomUUID } from 'node:crypto';
import type { Statement } from '../database/database.ts';
import { toValue } from '../database/values.ts';
import type { Device } from './request.ts';
import { NO_INSTANCE } from './sessions.ts';
import type { User } from './users.ts';

/** GoTrue's actions and their log types. */
const LOG_TYPES = {
  login: 'account',
  user_signedup: 'team',
  user_invited: 'team',
  user_modified: 'user',
  user_deleted: 'team',
  user_recovery_requested: 'user',
  identity_unlinked: 'user',
  factor_in_progress: 'factor',
  factor_verified: 'factor',
  factor_deleted: 'factor',
  passkey_created: 'user',
  passkey_updated: 'user',
  passkey_deleted: 'user',
} as const;

export type AuditAction = keyof typeof LOG_TYPES;

/**
 * Without an actor, the service key was used. Contains ids only, so that deleting an account leaves no personal data
 * here.
 */
export function auditEntry(entry: {
  action: AuditAction;
  actor?: Pick<User, 'id'>;
  traits?: Record<string, unknown>;
  device: Device;
}): Statement {
  const { action, actor, traits, device } = entry;
  const payload = {
    action,
    actor_id: actor?.id ?? NO_INSTANCE,
    actor_username: actor ? '' : 'service_role',
    actor_via_sso: false,
    log_type: LOG_TYPES[action],
    ...(traits ? { traits } : {}),
  };
  return {
    text: `insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
      values ('${NO_INSTANCE}', $1, $2::json, now(), $3)`,
    values: [randomUUID(), payload, device.address ?? ''].map(toValue),
  };
}
