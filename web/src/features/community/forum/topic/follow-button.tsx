import { useQuery, useQueryClient } from '@tanstack/react-query';
import { rowOrNull } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { toast } from '#ui/toast.tsx';
import { readingPosition } from '../read-forum.ts';

/** Followers of a topic are notified of its replies. */
export function FollowButton({ topic_id, viewer }: { topic_id: string; viewer: string }) {
  const t = useTranslations();
  const client = useQueryClient();
  const { data: position } = useQuery(readingPosition(topic_id, viewer));
  const following = position?.following ?? false;
  const { run, isPending } = useAction(
    async (follow: boolean) =>
      rowOrNull(await (await supabase()).rpc('follow_topic', { topic_id, follow })) === true,
    {
      onSuccess: (now) => {
        client.setQueryData(readingPosition(topic_id, viewer).queryKey, (before) =>
          before ? { ...before, following: now } : before,
        );
        toast.success(t(now ? 'community.followed' : 'community.unfollowed'));
      },
      errorKey: 'community.follow_failed',
    },
  );
  return (
    <Button
      variant="secondary"
      size="s"
      aria-pressed={following}
      busy={isPending}
      disabled={!position}
      onClick={() => void run(!following)}
    >
      {!isPending && <Icon name={following ? 'check' : 'bell'} />}
      {t(following ? 'community.following' : 'community.follow')}
    </Button>
  );
}
