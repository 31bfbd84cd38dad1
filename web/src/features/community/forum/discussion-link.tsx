import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from 'react-router';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { sayFailure } from '#lib/failure.ts';
import { useSession } from '#lib/session.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Icon } from '#ui/icon.tsx';
import { toast } from '#ui/toast.tsx';

interface TitleProps {
  media_type: 'movie' | 'series';
  media_id: string;
}

function titleTopic({ media_type, media_id }: TitleProps) {
  return queryOptions({
    queryKey: ['forum', 'title', media_type, media_id],
    queryFn: async ({ client }) =>
      rowsOf(await (await databaseOf(client)).rpc('title_topic', { media_type, media_id }))[0] ?? null,
  });
}

const DRESS =
  'flex w-full min-h-16 items-center gap-4 rounded-l border border-line bg-surface px-5 py-3 text-start transition-colors hover:border-line-strong hover:bg-surface-raised';

/** From a title to what is said about it. The topic is opened when somebody first goes there. */
export function DiscussionLink(title: TitleProps) {
  const { data: topic } = useQuery(titleTopic(title));
  const t = useTranslations();
  if (!topic) return <OpenDiscussion {...title} />;
  return (
    <Link to={`/forum/topic/${topic.topic_id}`} className={DRESS}>
      <Inside text={t('community.replies', { count: topic.reply_count })} />
    </Link>
  );
}

function OpenDiscussion(title: TitleProps) {
  const t = useTranslations();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { user } = useSession();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => rowsOf(await (await supabase()).rpc('title_discussion', title)),
    onSuccess: (topic_id, _wish, _before, { client }) => {
      void client.invalidateQueries({ queryKey: titleTopic(title).queryKey });
      void navigate(`/forum/topic/${topic_id}`);
    },
    onError: (error) => toast.error(sayFailure(error, t, 'community.discussion_failed')),
  });
  const goToLogin = (): void => {
    toast.info(t('community.discussion_login'));
    void navigate('/login', { state: { from: pathname } });
  };
  return (
    <button
      type="button"
      aria-busy={isPending}
      disabled={isPending}
      onClick={() => (user ? mutate() : goToLogin())}
      className={DRESS}
    >
      <Inside text={t('community.discussion_text')} />
    </button>
  );
}

function Inside({ text }: { text: string }) {
  const t = useTranslations();
  return (
    <>
      <Icon name="chat" className="size-7 text-highlight-text" />
      <span className="grid">
        <span className="font-display text-xl font-[750]">{t('community.discussion')}</span>
        <span className="text-sm text-soft">{text}</span>
      </span>
      <Icon name="arrow-right" className="ms-auto" />
    </>
  );
}
