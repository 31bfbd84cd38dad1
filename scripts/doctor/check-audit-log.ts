import type { Database } from '@lakou/platform/database';
import { type Finding, fault, warning, well } from './finding.ts';

const LINKS = 10_000;
const WHO =
  'Somebody with direct access to the database did it. Compare with a backup, and find out who had access.';

interface Part {
  starts_after: string;
  checked_to: string;
  is_last: boolean;
  head: string;
  problem: string | null;
  entry: string | null;
}

/**
 * Computes the chain of the audit log again, part by part. `notedHead`: a position and its hash from a server's log or an
 * export. The owner of the database can compute the whole chain again, but not change what was noted elsewhere.
 */
export async function checkAuditLog(database: Database, notedHead?: string): Promise<Finding[]> {
  for (let after = '0'; ; ) {
    const [part] = await database.query<Part>(
      `select starts_after::text, checked_to::text, is_last, head, problem, entry::text
        from private.check_audit_chain($1, $2)`,
      [after, LINKS],
    );
    if (!part || part.problem)
      return [
        fault(
          `The audit log was changed outside of the program: ${part?.problem ?? 'it cannot be read'}${part?.entry ? ` (entry ${part.entry})` : ''}.`,
          WHO,
        ),
      ];
    if (part.is_last) {
      const { checked_to, head } = part;
      const text = head
        ? `The audit log is an unbroken chain. Its head is ${checked_to}:${head}; noted elsewhere, --audit-head compares it later.`
        : 'The audit log is an unbroken chain. Nothing is sealed yet.';
      return [well(text), ...(notedHead ? [await compareHead(database, notedHead, part)] : [])];
    }
    after = part.checked_to;
  }
}

async function compareHead(
  database: Database,
  noted: string,
  { starts_after, checked_to }: Part,
): Promise<Finding> {
  const [, position = '', hash] = /^(\d{1,18}):([\da-f]{64})$/i.exec(noted) ?? [];
  if (!hash)
    return fault(
      `${noted} is no head of the audit log.`,
      'It has the form <position>:<hash>, as the log line "audit log sealed" and exports name them.',
    );
  if (BigInt(position) > BigInt(checked_to))
    return fault(
      `The audit log ends at ${checked_to}, before the noted position ${position}.`,
      `Its end was removed, or this is an older backup. ${WHO}`,
    );
  if (BigInt(position) < BigInt(starts_after))
    return warning(
      `The chain of the audit log begins after ${starts_after}, and the noted position is ${position}.`,
      'That is right if its entries were older than RETENTION_AUDIT_DAYS; otherwise somebody removed them. Compare with a later head.',
    );
  const [seal] = await database.query<{ hash: string }>(
    `select encode(s.hash, 'hex') as hash from private.audit_seals s where s.position = $1
      union all select encode(c.trimmed_hash, 'hex') from private.audit_chain c where c.trimmed_to = $1`,
    [position],
  );
  if (seal?.hash === hash.toLowerCase())
    return well(`At position ${position} the audit log has the hash that was noted.`);
  return fault(
    `At position ${position} the audit log has another hash than was noted: it was written again.`,
    WHO,
  );
}
