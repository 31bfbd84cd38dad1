import { useContext } from 'react';
import { SessionHintContext, useSession } from '#lib/session.ts';

/** A member's id, or a visitor: part of the key of every answer that depends on who asks. */
export type Viewer = string;
export const VISITOR: Viewer = 'visitor';

/**
 * Who is looking; undefined while a probable member is still being recognised. Their page waits for that instead of
 * showing what a visitor sees.
 */
export function useViewer(): Viewer | undefined {
  const { signedIn } = useContext(SessionHintContext);
  const { status, user, failed } = useSession();
  if (user) return user.id;
  return status === 'checking' && signedIn && !failed ? undefined : VISITOR;
}
