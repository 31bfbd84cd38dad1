import { useQuery } from '@tanstack/react-query';
import { accessLabel } from '#lib/access-label.ts';
import { titleAccess } from '#lib/read-title-access.ts';
import { useNow } from '#lib/time-left.ts';
import { AccessBadge } from '#ui/access-badge.tsx';
import type { Kind } from '../title.ts';
import { useViewer } from '../viewer.ts';

/** What a found title costs this viewer; all results are read by one query. */
export function ResultAccess({ kind, id }: { kind: Kind; id: string }) {
  const { data } = useQuery(titleAccess(useViewer(), kind, id));
  const now = useNow(data?.until);
  return data ? (
    <AccessBadge label={accessLabel({ ...data, kind }, data, now)} now={now} className="shrink-0" />
  ) : null;
}
