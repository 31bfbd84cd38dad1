import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { pageIn, topicSortIn } from '#lib/address.ts';
import { Head } from '#lib/head.tsx';
import { JsonLd } from '#lib/json-ld.tsx';
import { useSettings } from '#lib/page-frame.ts';
import { translationIn } from '#lib/translation-in.ts';
import { useLanguage, useTranslations } from '#lib/translations.tsx';
import { Breadcrumb } from '#ui/breadcrumb.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LazyIllustration } from '#ui/lazy-illustration.tsx';
import { useForumCategories } from '../category-names.ts';
import { forumCategoryText, topicList } from '../read-forum.ts';
import { topicListJsonLd } from '../structured-data.ts';
import { NewTopicButton } from '../write/new-topic-button.tsx';
import { CategoryNav } from './category-nav.tsx';
import { TopicListSection } from './topic-list-section.tsx';

/** The forum, or one of its categories. */
export function ForumScreen({ category_id = null }: { category_id?: string | null }) {
  const t = useTranslations();
  const { url } = useSettings();
  const [params] = useSearchParams();
  const page = pageIn(params);
  const sort = topicSortIn(params);
  const { language } = useLanguage();
  const categories = useForumCategories();
  const { data: text } = useQuery({ ...forumCategoryText(category_id ?? ''), enabled: category_id !== null });
  const { data: list } = useQuery({ ...topicList(page, category_id, sort), enabled: false });
  const category = categories?.find(({ id }) => id === category_id);
  if (category_id !== null && categories && !category) return <ForumCategoryMissing />;
  const title = category?.name ?? t('community.title');
  const subtitle =
    category_id === null
      ? t('community.subtitle')
      : (translationIn(language, text?.description_translations) ?? text?.description);
  return (
    <>
      <Head
        title={category_id === null ? title : `${title} · ${t('community.title')}`}
        description={subtitle ?? t('community.subtitle')}
        // Search engines need one order.
        search={page > 1 && !sort ? `?page=${page}` : ''}
      />
      {list && <JsonLd data={topicListJsonLd(list.topics, { url, t })} />}
      <header className="border-b border-line bg-surface">
        <div className="sequins">
          <div className="page-width flex flex-wrap items-end justify-between gap-x-8 gap-y-5 py-8 sm:py-12">
            <div className="grid min-w-0 gap-2">
              {category_id !== null && (
                <Breadcrumb crumbs={[{ label: t('community.title'), to: '/forum' }, { label: title }]} />
              )}
              <h1 className="text-display font-[800] wrap-anywhere">{title}</h1>
              {subtitle && <p className="max-w-prose text-lg text-soft">{subtitle}</p>}
            </div>
            <NewTopicButton category_id={category_id} />
          </div>
        </div>
        <div className="taptap-band" aria-hidden="true" />
      </header>
      <div className="page-width grid gap-x-10 gap-y-6 pt-8 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <CategoryNav />
        <TopicListSection key={category_id} category_id={category_id} />
      </div>
    </>
  );
}

function ForumCategoryMissing() {
  const t = useTranslations();
  return (
    <>
      <Head title={t('community.category_not_found')} hidden />
      <EmptyState
        level={1}
        art={<LazyIllustration of="rooster" className="size-56" />}
        title={t('community.category_not_found')}
        text={t('community.category_not_found_text')}
        action={
          <Button asChild>
            <Link to="/forum">{t('community.back_to_forum')}</Link>
          </Button>
        }
      />
    </>
  );
}
