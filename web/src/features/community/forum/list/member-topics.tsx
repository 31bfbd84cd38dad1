import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Icon } from '#ui/icon.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { SectionHead } from '#ui/section-head.tsx';

const TOPICS = 5;

/** The last topics that a member opened. */
export function topicsBy(member: string | undefined) {
  return queryOptions({
    queryKey: ['forum', 'topics-by', member],
    queryFn: member
      ? async ({ client }) =>
          rowsOf(
            await (await databaseOf(client))
              .from('forum_topics')
              .select('id, title, created_at, reply_count')
              .eq('user_id', member)
              .is('hidden_at', null)
              .order('created_at', { ascending: false })
              .order('id')
              .limit(TOPICS),
          )
      : skipToken,
  });
}

/** Nothing when there are none. */
export function MemberTopics({ member, title }: { member: string; title: string }) {
  const t = useTranslations();
  const { data: topics = [] } = useQuery(topicsBy(member));
  if (topics.length === 0) return null;
  return (
    <section aria-labelledby="member-topics" className="page-width grid gap-5">
      <SectionHead
        id="member-topics"
        title={title}
        link={{ to: '/forum', label: t('community.all_topics') }}
      />
      <ul
        aria-labelledby="member-topics"
        className="grid max-w-4xl divide-y divide-line border-y border-line"
      >
        {topics.map((topic) => (
          <li key={topic.id} className="grid gap-1 py-4">
            <Link
              to={`/forum/topic/${topic.id}`}
              dir="auto"
              className="justify-self-start rounded-s text-lg leading-snug font-semibold wrap-anywhere hover:underline"
            >
              {topic.title}
            </Link>
            <span className="flex flex-wrap items-center gap-x-4 text-sm text-soft">
              <RelativeTime iso={topic.created_at} />
              <span className="inline-flex items-center gap-1.5 tabular-nums">
                <Icon name="chat" className="size-4" />
                {t('community.replies', { count: topic.reply_count })}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
