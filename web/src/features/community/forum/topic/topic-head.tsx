import { Head } from '#lib/head.tsx';
import { JsonLd } from '#lib/json-ld.tsx';
import { useSettings } from '#lib/page-frame.ts';
import { useTranslations } from '#lib/translations.tsx';
import type { Post, Topic } from '../read-forum.ts';
import { topicJsonLd } from '../structured-data.ts';
import { plainText } from '../text/plain-text.ts';

/** Metadata for search engines and link previews; none for a hidden topic. */
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
      <JsonLd data={topicJsonLd(topic, posts, { url, t })} />
    </>
  );
}
