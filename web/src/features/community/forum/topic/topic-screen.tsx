import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { pageIn } from '#lib/address.ts';
import { Head } from '#lib/head.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { Alert } from '#ui/alert.tsx';
import { Breadcrumb } from '#ui/breadcrumb.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useCategoryName } from '../category-names.ts';
import { NewItemsButton } from '../new-items-button.tsx';
import { type Post, pageOfPost, repliesTo, type Topic, topicById } from '../read-forum.ts';
import { type PendingReply, ReplyForm, type ReplyFormHandle } from '../write/reply-form.tsx';
import { OpeningPost } from './opening-post.tsx';
import { ownReactions } from './read-reactions.ts';
import { ReplyList } from './reply-list.tsx';
import { TopicHead } from './topic-head.tsx';
import { useCountView } from './use-count-view.ts';
import { useLiveTopic } from './use-live-topic.ts';
import { postPath, usePermalink } from './use-permalink.ts';
import { usePermissions } from './use-permissions.ts';
import { useTrackReading } from './use-track-reading.ts';

/** A topic and its replies. */
export function TopicScreen({ id }: { id: string }) {
  const t = useTranslations();
  const { data: topic, isError, isFetching, refetch } = useQuery(topicById(id));
  if (topic) return <OpenTopic topic={topic} />;
  if (topic === null)
    return (
      <>
        <Head title={t('community.topic_not_found')} hidden />
        <EmptyState
          level={1}
          art={<LazyIllustration of="rooster" className="size-56" />}
          title={t('community.topic_not_found')}
          text={t('community.topic_not_found_text')}
          action={
            <Button asChild>
              <Link to="/forum">{t('community.back_to_forum')}</Link>
            </Button>
          }
        />
      </>
    );
  return (
    <div className="page-width grid gap-6 py-8">
      <Head title={t('community.title')} hidden />
      {isError ? (
        <LoadFailedAlert text={t('community.topic_failed')} busy={isFetching} retry={refetch} />
      ) : (
        <Skeleton className="h-72" />
      )}
    </div>
  );
}

function OpenTopic({ topic }: { topic: Topic }) {
  const t = useTranslations();
  const category = useCategoryName(topic);
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const page = pageIn(params);
  const { data: replies, isError, isFetching, refetch } = useQuery(repliesTo(topic.id, page));
  const [pending, setPending] = useState<Post | null>(null);
  const ownIds = useRef(new Set<string>());
  const form = useRef<ReplyFormHandle>(null);
  const live = useLiveTopic({ id: topic.id, page, replies, ownIds: ownIds.current });
  const targetId = usePermalink(topic.id, replies);
  const permissions = usePermissions(topic);
  useCountView(topic.id);
  useTrackReading(topic.id, replies?.posts);
  const last = pageOfPost(topic.reply_count);
  const ids = [topic.id, ...(replies?.posts.map((post) => post.id) ?? [])];
  const { data: reactions = {} } = useQuery(ownReactions(ids, permissions.viewer));

  const number = topic.reply_count + 1;
  const showPending = (reply: PendingReply): void => {
    ownIds.current.add(reply.id);
    setPending({
      ...reply,
      ...{ number, created_at: new Date().toISOString(), edited_at: null, hidden_at: null, reactions: null },
    });
  };
  const onSent = async ({ id }: PendingReply): Promise<void> => {
    await live.refresh();
    setPending(null);
    if (pageOfPost(number) !== page) await navigate(postPath(topic.id, { id, number }));
  };
  const showNew = async (): Promise<void> => {
    if (page < last) await navigate(`?page=${last}`);
    await live.refresh();
  };
  const quote = (post: Post | Topic): void => form.current?.quote(post.content, post.author_username ?? '');

  return (
    <div className="page-width grid max-w-4xl! grid-cols-1 gap-6 pt-4 sm:pt-6">
      <TopicHead topic={topic} page={page} posts={replies?.posts ?? []} />
      <Breadcrumb
        crumbs={[
          { label: t('community.title'), to: '/forum' },
          ...(topic.category_name ? [{ label: category, to: `/forum/category/${topic.category_id}` }] : []),
          { label: topic.hidden_at ? t('community.hidden_post') : topic.title },
        ]}
      />
      {live.deletedIds.has(topic.id) && (
        <Alert tone="warning" title={t('community.topic_gone')}>
          {t('community.topic_gone_text')}
        </Alert>
      )}
      <OpeningPost
        {...{ topic, permissions, reactions }}
        onQuote={() => quote(topic)}
        onChanged={live.refresh}
      />
      {replies ? (
        <ReplyList
          {...{ topic, page, replies, pending, targetId, permissions, reactions }}
          deletedIds={live.deletedIds}
          onQuote={quote}
          onChanged={live.refresh}
        />
      ) : isError ? (
        <LoadFailedAlert text={t('community.topic_failed')} busy={isFetching} retry={refetch} />
      ) : (
        <Skeleton className="h-48" />
      )}
      <NewItemsButton
        count={live.newCount}
        label={t('community.replies_new', { count: live.newCount })}
        onShow={() => void showNew()}
      />
      <Pagination page={page} pages={last} hrefFor={(other) => (other > 1 ? `?page=${other}` : '?')} />
      <ReplyForm
        ref={form}
        topic={topic}
        onSending={showPending}
        onRefused={() => setPending(null)}
        onSent={onSent}
      />
    </div>
  );
}

function LoadFailedAlert({ text, busy, retry }: { text: string; busy: boolean; retry: () => unknown }) {
  const t = useTranslations();
  return (
    <Alert
      tone="danger"
      action={
        <Button variant="secondary" size="s" busy={busy} onClick={() => void retry()}>
          {t('shell.retry')}
        </Button>
      }
    >
      {text}
    </Alert>
  );
}
