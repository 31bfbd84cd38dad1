import { useQuery } from '@tanstack/react-query';
import { useTranslations } from '#lib/translations.tsx';
import { WhenNear } from '#lib/when-near.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { topicList } from '../read-forum.ts';
import { TopicCard } from './topic-card.tsx';

const TOPICS = 4;
const HEIGHT = 'min-h-[44rem] sm:min-h-[36rem] lg:min-h-[19rem]';

/** For the home page: the first topics of the forum, read when they come near. */
export function LatestTopics() {
  const t = useTranslations();
  const { data } = useQuery({ ...topicList(1, null), enabled: false });
  if (data?.topics.length === 0) return null;
  return (
    <section aria-labelledby="latest-topics" className="page-width grid gap-5">
      <SectionHead
        id="latest-topics"
        title={t('catalogue.latest_topics')}
        link={{ to: '/forum', label: t('community.all_topics') }}
      />
      <WhenNear className={HEIGHT}>
        <Topics />
      </WhenNear>
    </section>
  );
}

function Topics() {
  const t = useTranslations();
  const { data, isError } = useQuery(topicList(1, null));
  if (!data) return isError ? null : <Skeleton className="h-72" />;
  return (
    <ul aria-label={t('catalogue.latest_topics')} className="grid gap-4 lg:grid-cols-2">
      {data.topics.slice(0, TOPICS).map((topic) => (
        <li key={topic.id} className="grid min-w-0">
          <TopicCard topic={topic} showCategory isDeleted={false} hasUnread={false} />
        </li>
      ))}
    </ul>
  );
}
