import { useQuery } from '@tanstack/react-query';
import { translationIn } from '#lib/translation-in.ts';
import { useLanguage } from '#lib/translations.tsx';
import { forumCategories } from './read-forum.ts';

/** The forum's categories with their names in the reader's language; one without a translation keeps its name. */
export function useForumCategories(): { id: string; name: string }[] | undefined {
  const { language } = useLanguage();
  const { data } = useQuery(forumCategories());
  return data?.map(({ id, name, name_translations }) => ({
    id,
    name: translationIn(language, name_translations) ?? name,
  }));
}

/** What a topic's category is called in the reader's language. */
export function useCategoryName(topic: { category_id: string; category_name: string }): string {
  const categories = useForumCategories();
  return categories?.find(({ id }) => id === topic.category_id)?.name ?? topic.category_name;
}
