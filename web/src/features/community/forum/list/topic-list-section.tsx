import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { pageIn, topicSortIn } from '#lib/address.ts';
import { useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { NewItemsButton } from '../new-items-button.tsx';
import { type TopicRow, topicList, unreadTopics } from '../read-forum.ts';
import { listAddress } from './list-address.ts';
import { SortLinks } from './sort-links.tsx';
import { TopicCard } from './topic-card.tsx';
import { useLiveList } from './use-live-list.ts';

/** A page of topics, updated live. */
export function TopicListSection({ category_id }: { category_id: string | null }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const page = pageIn(params);
  const sort = topicSortIn(params);
  const { data: list, isError, isPlaceholderData } = useQuery(topicList(page, category_id, sort));
  const top = useRef<HTMLDivElement>(null);
  const { newCount, deletedIds, refresh } = useLiveList({ page, category_id, sort, list, top });
  const { run: refreshVisibly, isPending: refreshing } = useAction(refresh);
  const showNew = async (): Promise<void> => {
    if (page > 1) await navigate(listAddress(1, sort));
    else await refresh();
    top.current?.querySelector('h2')?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <section aria-labelledby="discussions" className="grid min-w-0 content-start gap-4">
      <div ref={top} className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="discussions" tabIndex={-1} className="text-heading outline-none!">
          {t('community.discussions')}
        </h2>
        <Button variant="secondary" size="s" busy={refreshing} onClick={() => void refreshVisibly()}>
          {!refreshing && <Icon name="refresh" />}
          {t('community.refresh')}
        </Button>
      </div>
      <SortLinks sort={sort} />
      <NewItemsButton
        count={newCount}
        label={t('community.topics_new', { count: newCount })}
        onShow={() => void showNew()}
      />
      {isError && (
        <Alert
          tone="warning"
          action={
            <Button variant="secondary" size="s" busy={refreshing} onClick={() => void refreshVisibly()}>
              {t('shell.retry')}
            </Button>
          }
        >
          {t('community.list_failed')}
        </Alert>
      )}
      {list ? (
        <Topics topics={list.topics} isStale={isPlaceholderData} {...{ page, deletedIds, category_id }} />
      ) : isError ? (
        <NoTopics />
      ) : (
        <ListSkeleton />
      )}
      <Pagination
        className="mt-4"
        page={page}
        pages={list?.pages ?? 1}
        hrefFor={(other) => listAddress(other, sort)}
      />
    </section>
  );
}

interface TopicsProps {
  topics: readonly TopicRow[];
  page: number;
  category_id: string | null;
  deletedIds: ReadonlySet<string>;
  isStale: boolean;
}

function Topics({ topics, page, category_id, deletedIds, isStale }: TopicsProps) {
  const t = useTranslations();
  const { user } = useSession();
  const { data: unread = [] } = useQuery(unreadTopics(topics, user?.id));
  if (topics.length === 0 && page > 1)
    return (
      <EmptyState
        level={3}
        title={t('community.no_such_page')}
        text={t('community.no_such_page_text')}
        action={
          <Button asChild variant="secondary">
            <Link to="?">{t('community.first_page')}</Link>
          </Button>
        }
      />
    );
  if (topics.length === 0) return <NoTopics />;
  return (
    <ul
      aria-labelledby="discussions"
      aria-busy={isStale}
      className="grid grid-cols-1 gap-3 aria-busy:opacity-60"
    >
      {topics.map((topic) => (
        <li key={topic.id}>
          <TopicCard
            topic={topic}
            showCategory={category_id === null}
            isDeleted={deletedIds.has(topic.id)}
            hasUnread={unread.includes(topic.id)}
          />
        </li>
      ))}
    </ul>
  );
}

function NoTopics() {
  const t = useTranslations();
  return (
    <EmptyState
      level={3}
      art={<LazyIllustration of="drum" className="size-48" />}
      title={t('community.no_topics')}
      text={t('community.no_topics_text')}
    />
  );
}

function ListSkeleton() {
  const t = useTranslations();
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{t('shell.loading')}</span>
      {['one', 'two', 'three', 'four', 'five'].map((one) => (
        <Skeleton key={one} className="h-36" />
      ))}
    </div>
  );
}
