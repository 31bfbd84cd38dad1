import { Head } from '#lib/head.tsx';
import { JsonLd } from '#lib/json-ld.tsx';
import { useSettings } from '#lib/page-frame.ts';
import { useTranslations } from '#lib/translations.tsx';
import { describeTopic } from '../describe.ts';
import type { Post, Topic } from '../read-forum.ts';
import { plainText } from '../text/plain-text.ts';

/** What search engines and shared links say of a topic; of a hidden one, nothing. */
export function TopicHead({ topic, page, posts }: { topic: Topic; page: number; posts: readonly Post[] }) {
  const t = useTranslations();
  const { url } = useSettings();
  if (topic.hidden_at) return <Head title={t('community.hidden_post')} hidden />;
  return (
    <>
      <Head
        type="article"
        title={topic.title}
        description={plainText(topic.content, 160)}
        search={page > 1 ? `?page=${page}` : ''}
      />
      <JsonLd data={describeTopic(topic, posts, { url, t })} />
    </>
  );
}
