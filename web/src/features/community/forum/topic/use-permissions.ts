import { useSession } from '#lib/session.ts';
import type { Topic } from '../read-forum.ts';
import { useSuspension } from '../write/suspension-notice.tsx';

/** What the reader may do here. Only for what is drawn: the database asks again. */
export function usePermissions(topic: Pick<Topic, 'locked'>) {
  const { user, admin } = useSession();
  const suspended = useSuspension() !== null;
  const moderate = admin === true;
  const write = user !== null && !suspended && (!topic.locked || moderate);
  const isOwn = (user_id: string | null): boolean => user !== null && user_id === user.id;
  return {
    viewer: user?.id,
    moderate,
    write,
    edit: (user_id: string | null) => write && isOwn(user_id),
    delete: (user_id: string | null) => moderate || (isOwn(user_id) && !suspended),
    reveal: (user_id: string | null) => moderate || isOwn(user_id),
    report: (user_id: string | null) => user !== null && !suspended && !isOwn(user_id),
  };
}
