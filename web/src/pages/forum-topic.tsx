import { type LoaderFunctionArgs, useParams } from 'react-router';
import { forumCategories, repliesTo, topicById } from '#features/community/forum/read-forum.ts';
import { TopicScreen } from '#features/community/forum/topic/topic-screen.tsx';
import { pageIn } from '#lib/address.ts';
import { missing, preload, readInBrowser } from '#lib/preload.ts';

export async function loader({ context, params: { topicId = '' }, request }: LoaderFunctionArgs) {
  const page = pageIn(new URL(request.url).searchParams);
  const client = await preload(context, forumCategories(), topicById(topicId), repliesTo(topicId, page));
  return client.getQueryData(topicById(topicId).queryKey) === null ? missing() : null;
}
export const clientLoader = readInBrowser;

export default function ForumTopic() {
  const { topicId = '' } = useParams();
  return <TopicScreen key={topicId} id={topicId} />;
}
