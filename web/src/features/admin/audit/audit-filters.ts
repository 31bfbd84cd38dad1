import { type AUDIT_ACTS, type ExportAuditLogInput, exportAuditLogInput } from '@lakou/contract/admin/audit';
import { useSearchParams } from 'react-router';

export interface AuditFilters {
  action?: (typeof AUDIT_ACTS)[number];
  object?: string;
  from?: string;
  to?: string;
}

/** What the address says beside search, kind and order. What cannot be read is left out. */
export function useAuditFilters(): AuditFilters {
  const [params] = useSearchParams();
  const { action, object, from, to } = exportAuditLogInput.shape;
  const read = <Value>(schema: { safeParse(value: unknown): { data?: Value } }, name: string) => {
    const { data } = schema.safeParse(params.get(name) || undefined);
    return data === undefined ? {} : { [name]: data };
  };
  return {
    ...read(action, 'action'),
    ...read(object, 'object'),
    ...read(from, 'from'),
    ...read(to, 'to'),
  };
}

/** All filters of the list, for the file. */
export function useExportInput(): ExportAuditLogInput {
  const [params] = useSearchParams();
  const search = params.get('q')?.trim();
  const filter = params.get('filter');
  return { ...useAuditFilters(), ...(search && { search }), ...(filter && { filter }) };
}
