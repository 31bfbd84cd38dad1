import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Access, accessLabel, NO_RIGHTS, type OfferedTitle } from './access-label.ts';
import { isId } from './address.ts';
import { refetchEntitlements } from './entitlements.ts';
import { titleAccess } from './read-title-access.ts';
import { useAppearance, useSession } from './session.ts';
import { useNow } from './time-left.ts';

interface ViewerAccess {
  /** The label for this viewer. */
  label: Access;
  /** The label that the server's HTML has: it knows whether there is a subscription, and nothing else. */
  shared: Access;
  now: number;
}

/** What this viewer can do with a title. The label in the server's HTML stays until the viewer's own is known. */
export function useAccess(title: OfferedTitle & { id: string }): ViewerAccess {
  const { user } = useSession();
  const { subscribed } = useAppearance();
  const queries = useQueryClient();
  // A preview of an unsaved title has no id, and shows what a visitor will see.
  const isSame = !isId(title.id) || (title.is_free && title.published !== false);
  const { data } = useQuery(titleAccess(isSame ? undefined : user?.id, title.kind, title.id));
  const now = useNow(data?.until);
  const shared = accessLabel(title, subscribed ? { access: 'included', until: null } : NO_RIGHTS, now);
  const label = data ? accessLabel(title, data, now) : shared;
  const isOver = data?.access === 'rented' && label.is !== 'rented';
  useEffect(() => {
    if (isOver) void refetchEntitlements(queries);
  }, [isOver, queries]);
  return { label, shared, now };
}
