import { useSession } from '#lib/session.ts';
import type { Topic } from '../read-forum.ts';
import { useSuspension } from '../write/suspension-notice.tsx';

/** Which actions the viewer gets buttons for. The database enforces the same rules. */
export function usePermissions(topic: Pick<Topic, 'locked'>) {
  const { user, admin } = useSession();
  const suspended = useSuspension() !== null;
  const canModerate = admin === true;
  const canWrite = user !== null && !suspended && (!topic.locked || canModerate);
  const isOwn = (user_id: string | null): boolean => user !== null && user_id === user.id;
  return {
    viewer: user?.id,
    canModerate,
    canWrite,
    canEdit: (user_id: string | null) => canWrite && isOwn(user_id),
    canDelete: (user_id: string | null) => canModerate || (isOwn(user_id) && !suspended),
    canReveal: (user_id: string | null) => canModerate || isOwn(user_id),
    canReact: (user_id: string | null) => user !== null && !suspended && !isOwn(user_id),
    canReport: (user_id: string | null) => user !== null && !suspended && !isOwn(user_id),
  };
}
