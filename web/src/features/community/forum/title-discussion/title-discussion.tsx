import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useAppearance } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { WhenNear } from '#lib/when-near.tsx';
import { SignInPrompt } from '#ui/sign-in-prompt.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { type DiscussedTitle, DiscussionLink, titleTopic } from '../discussion-link.tsx';
import { LatestReplies } from './latest-replies.tsx';
import { useLiveReplies } from './use-live-replies.ts';

/** Loaded for members, when it is about to be seen. */
const DiscussionForm = lazy(() =>
  import('./discussion-form.tsx').then(({ DiscussionForm }) => ({ default: DiscussionForm })),
);

interface TitleDiscussionProps {
  title: DiscussedTitle;
  /** Not before the title is published: topics are public. */
  canOpen: boolean;
}

/** The discussion of a film or series: its last replies, and a field to write. */
export function TitleDiscussion({ title, canOpen }: TitleDiscussionProps) {
  const t = useTranslations();
  const { signedIn } = useAppearance();
  const { data: topic } = useQuery(titleTopic(title));
  if (!topic && !canOpen) return null;
  return (
    <section aria-label={t('community.discussion')} className="grid grid-cols-1 gap-4">
      <DiscussionLink {...title} />
      {topic && <LatestReplies topic={topic} />}
      {!signedIn ? (
        <SignInPrompt text={t('community.log_in_to_reply')} label={t('community.log_in')} />
      ) : (
        !topic?.locked && (
          <WhenNear className="min-h-28">
            <Suspense fallback={<Skeleton className="h-28" />}>
              <DiscussionForm title={title} />
            </Suspense>
          </WhenNear>
        )
      )}
      {topic && (
        <WhenNear>
          <LiveReplies title={title} topic_id={topic.topic_id} />
        </WhenNear>
      )}
    </section>
  );
}

function LiveReplies({ title, topic_id }: { title: DiscussedTitle; topic_id: string }) {
  useLiveReplies(title, topic_id);
  return null;
}
