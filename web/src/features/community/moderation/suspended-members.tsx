import { useQuery, useQueryClient } from '@tanstack/react-query';
import { rowOrNull } from '#lib/database.ts';
import { useFormat } from '#lib/format.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { suspendedMembers } from './read-reports.ts';

/** Currently suspended members; renders nothing when there are none. */
export function SuspendedMembers() {
  const t = useTranslations();
  const { date } = useFormat();
  const client = useQueryClient();
  const { data: members = [] } = useQuery(suspendedMembers());
  const { run: lift, isPending } = useAction(
    async ({ user_id }: { user_id: string; username: string }) =>
      rowOrNull(await (await supabase()).rpc('lift_suspension', { member_id: user_id })),
    {
      onSuccess: (_, { username }) => {
        toast.success(t('community.lifted', { name: username }));
        return client.invalidateQueries({ queryKey: ['forum', 'reports'] });
      },
      errorKey: 'community.moderation_failed',
    },
  );
  if (members.length === 0) return null;
  return (
    <section aria-labelledby="suspended" className="grid gap-4">
      <h2 id="suspended" className="text-heading">
        {t('community.suspended_members')}
      </h2>
      <ul className="grid divide-y divide-line">
        {members.map(({ user_id, username, avatar_url, reason, until }) => (
          <li key={user_id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <Avatar src={avatar_url} name={username} />
            <div className="min-w-0 flex-1">
              <p className="font-semibold">
                <bdi>{username}</bdi>
              </p>
              <p dir="auto" className="text-sm text-soft wrap-anywhere">
                {until
                  ? t('community.suspended_until', { date: date(until) })
                  : t('community.suspended_for_good')}{' '}
                {reason}
              </p>
            </div>
            <Button
              variant="secondary"
              size="s"
              busy={isPending}
              onClick={() => void lift({ user_id, username })}
            >
              {t('community.lift')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
