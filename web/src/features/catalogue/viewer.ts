import { useIsProbableMember, useSession } from '#lib/session.ts';

/** A member's id or 'visitor'; part of the query key of everything that depends on the viewer. */
export type Viewer = string;
export const VISITOR: Viewer = 'visitor';

/**
 * The current viewer; undefined while the session of a probable member is being checked, so that the page does not
 * briefly show what a visitor sees.
 */
export function useViewer(): Viewer | undefined {
  const { user } = useSession();
  const isProbableMember = useIsProbableMember();
  if (user) return user.id;
  return isProbableMember ? undefined : VISITOR;
}
