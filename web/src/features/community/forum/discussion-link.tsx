import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { settledSession } from '#lib/session.ts';
import { useRequestSignIn } from '#lib/sign-in.tsx';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Icon } from '#ui/icon.tsx';

interface TitleProps {
  media_type: 'movie' | 'series';
  media_id: string;
}

export function titleTopic({ media_type, media_id }: TitleProps) {
  return queryOptions({
    queryKey: ['forum', 'title', media_type, media_id],
    queryFn: async ({ client }) =>
      rowsOf(
        await (await databaseOf(client)).rpc('title_topic', { media_type, media_id }, { get: true }),
      )[0] ?? null,
  });
}

const LINK_CLASS =
  'flex w-full min-h-16 items-center gap-4 rounded-l border border-line bg-surface px-5 py-3 text-start transition-colors hover:border-line-strong hover:bg-surface-raised';

/** Links a title to its forum topic, which is created when a member first opens it. */
export function DiscussionLink(title: TitleProps) {
  const { data: topic } = useQuery(titleTopic(title));
  const t = useTranslations();
  if (!topic) return <OpenDiscussion {...title} />;
  return (
    <Link to={`/forum/topic/${topic.topic_id}`} className={LINK_CLASS}>
      <LinkContent text={t('community.replies', { count: topic.reply_count })} />
    </Link>
  );
}

function OpenDiscussion(title: TitleProps) {
  const t = useTranslations();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { redirectToSignIn } = useRequestSignIn();
  const { run, isPending } = useAction(
    async () => rowsOf(await (await supabase()).rpc('title_discussion', title)),
    {
      onSuccess: (topic_id) => {
        void client.invalidateQueries({ queryKey: titleTopic(title).queryKey });
        void navigate(`/forum/topic/${topic_id}`);
      },
      errorKey: 'community.discussion_failed',
    },
  );
  /** Works before the session is known. */
  const open = async (): Promise<void> => {
    if ((await settledSession()).user) await run();
    else redirectToSignIn('community.discussion_login', 'info');
  };
  return (
    <button
      type="button"
      aria-busy={isPending}
      disabled={isPending}
      onClick={() => void open()}
      className={LINK_CLASS}
    >
      <LinkContent text={t('community.discussion_text')} />
    </button>
  );
}

function LinkContent({ text }: { text: string }) {
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
