import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { settledSession } from '#lib/session.ts';
import { useRequestSignIn } from '#lib/sign-in.tsx';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Icon } from '#ui/icon.tsx';

/** A film or series. */
export interface DiscussedTitle {
  media_type: 'movie' | 'series';
  media_id: string;
}

/** The topic of a title with its last replies, oldest first; null when nobody has opened it. */
export function titleTopic({ media_type, media_id }: DiscussedTitle) {
  return queryOptions({
    queryKey: ['forum', 'title', media_type, media_id],
    queryFn: async ({ client }) => {
      const db = await databaseOf(client);
      const title = media_type === 'movie' ? { movie_id: media_id } : { series_id: media_id };
      const topic_id: string | null = rowsOf(await db.rpc('title_topic_id', title, { get: true }));
      if (topic_id === null) return null;
      const [topics, replies] = await Promise.all([
        db.rpc('forum_topic', { topic_id }, { get: true }),
        db.rpc('latest_replies', { topic_id }, { get: true }),
      ]);
      const [topic] = rowsOf(topics);
      if (!topic) return null;
      const { reply_count, locked } = topic;
      return { topic_id, reply_count, locked, replies: rowsOf(replies).toReversed() };
    },
  });
}
export type TitleTopic = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof titleTopic>['queryFn']>>>
>;

/** Opens the title's topic, which the first one creates, and returns its id. */
export async function openTitleTopic(title: DiscussedTitle): Promise<string> {
  return rowsOf(await (await supabase()).rpc('title_discussion', { ...title }));
}

const LINK_CLASS =
  'flex w-full min-h-16 items-center gap-4 rounded-l border border-line bg-surface px-5 py-3 text-start transition-colors hover:border-line-strong hover:bg-surface-raised';

/** Links a title to its forum topic, which is created when a member first opens it. */
export function DiscussionLink(title: DiscussedTitle) {
  const { data: topic } = useQuery(titleTopic(title));
  const t = useTranslations();
  if (!topic) return <OpenDiscussion {...title} />;
  return (
    <Link to={`/forum/topic/${topic.topic_id}`} className={LINK_CLASS}>
      <LinkContent text={t('community.replies', { count: topic.reply_count })} />
    </Link>
  );
}

function OpenDiscussion(title: DiscussedTitle) {
  const t = useTranslations();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { redirectToSignIn } = useRequestSignIn();
  const { run, isPending } = useAction(() => openTitleTopic(title), {
    onSuccess: (topic_id) => {
      void client.invalidateQueries({ queryKey: titleTopic(title).queryKey });
      void navigate(`/forum/topic/${topic_id}`);
    },
    errorKey: 'community.discussion_failed',
  });
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
