import { SEARCH_MAX } from '../catalogue/limits.ts';
import { z } from '../zod.ts';

/** What staff can do, as the audit log names it. supabase/tests/audit-filters.test.ts compares it with the database's functions. */
export const AUDIT_ACTS = [
  'activate_voucher_batch',
  'cancel',
  'change_agent',
  'change_bundle',
  'create_agent',
  'create_bundle',
  'create_promotion',
  'create_voucher_batch',
  'credit_payment',
  'delete',
  'discard',
  'end_bundle',
  'end_promotion',
  'end_subscription',
  'export_audit_log',
  'export_payments',
  'find_payments_of_code',
  'grant_subscription',
  'insert',
  'lookalike',
  'print_voucher_batch',
  'recheck_payment_day',
  'record_agent_payment',
  'request_deletion',
  'request_refund',
  'restore',
  'retry',
  'revoke_voucher_batch',
  'revoke_vouchers',
  'set_audio_kind',
  'set_exchange_rate',
  'set_pass_price',
  'set_tax_rate',
  'set_trial_days',
  'settle_payment_alert',
  'sign_out',
  'update',
] as const;

export const AUDIT_OBJECT_MAX = 100;

/** Function `export-audit-log`, for admins: what matches of the audit log as CSV. Left out: all. */
export const exportAuditLogInput = z.object({
  /** Who did it: a part of the name. */
  search: z.string().trim().min(1).max(SEARCH_MAX).optional(),
  /** The kind of object: a table. */
  filter: z.string().min(1).max(60).optional(),
  action: z.enum(AUDIT_ACTS).optional(),
  object: z.string().trim().min(1).max(AUDIT_OBJECT_MAX).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});
export type ExportAuditLogInput = z.infer<typeof exportAuditLogInput>;
