import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { rowOrNull } from '#lib/database.ts';
import { sayFailure } from '#lib/failure.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { toast } from '#ui/toast.tsx';
import { positionIn } from '../read-forum.ts';

/** Whoever follows a topic hears of its replies. */
export function FollowButton({ topic_id, viewer }: { topic_id: string; viewer: string }) {
  const t = useTranslations();
  const client = useQueryClient();
  const { data: position } = useQuery(positionIn(topic_id, viewer));
  const following = position?.following ?? false;
  const { mutate, isPending } = useMutation({
    mutationFn: async (follow: boolean) =>
      rowOrNull(await (await supabase()).rpc('follow_topic', { topic_id, follow })) === true,
    onSuccess: (now) => {
      client.setQueryData(positionIn(topic_id, viewer).queryKey, (before) =>
        before ? { ...before, following: now } : before,
      );
      toast.success(t(now ? 'community.followed' : 'community.unfollowed'));
    },
    onError: (error) => toast.error(sayFailure(error, t, 'community.follow_failed')),
  });
  return (
    <Button
      variant="secondary"
      size="s"
      aria-pressed={following}
      busy={isPending}
      disabled={!position}
      onClick={() => mutate(!following)}
    >
      {!isPending && <Icon name={following ? 'check' : 'bell'} />}
      {t(following ? 'community.following' : 'community.follow')}
    </Button>
  );
}
