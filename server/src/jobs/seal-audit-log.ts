import { log } from '../log.ts';
import type { JobHandler } from './job.ts';

const AT_MOST = 1_000;

/** The end of the chain is logged too: a log that is kept elsewhere shows when somebody has computed the whole chain again. */
export const sealAuditLog: JobHandler['run'] = async (_job, { database }) => {
  const [before] = await database.query<{ position: string }>(
    'select sealed_to::text as position from private.audit_chain',
  );
  const [sealed] = await database.query<{ more: boolean; position: string; hash: string }>(
    'select more, sealed_to::text as position, sealed_hash as hash from private.seal_audit_log($1)',
    [AT_MOST],
  );
  if (sealed && sealed.position !== before?.position)
    log.info({ position: sealed.position, hash: sealed.hash }, 'audit log sealed');
  return sealed?.more ?? false;
};
