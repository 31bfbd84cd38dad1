import type { Bundle } from '@lakou/contract/commerce/responses';
import { useQueries } from '@tanstack/react-query';
import { titleAccess } from '#lib/read-title-access.ts';
import { useSession } from '#lib/session.ts';

/** Which titles of a bundle the viewer has bought already. `isKnown` is false until all answers are there. */
export function useOwnedTitles(bundle: Bundle | null | undefined): {
  owned: Bundle['titles'];
  isKnown: boolean;
} {
  const { user, status } = useSession();
  const titles = bundle?.titles ?? [];
  return useQueries({
    queries: titles.map(({ media_type, media_id }) => titleAccess(user?.id, media_type, media_id)),
    combine: (answers) => ({
      owned: titles.filter((_, index) => answers[index]?.data?.access === 'bought'),
      isKnown:
        status === 'out' ||
        (user !== null && user !== undefined && answers.every(({ isLoading }) => !isLoading)),
    }),
  });
}
