import { LANGUAGES, type Language } from '@lakou/contract/languages';
import { useLocation } from 'react-router';
import { useSettings } from './page-frame.ts';
import { useLanguage, useTranslations } from './translations.tsx';

const OG_LOCALES: Record<Language, string> = { ht: 'ht_HT', fr: 'fr_FR', en: 'en_US', es: 'es_LA' };

/** Title and metadata of a page, for search engines and shared links. React moves them into the document's head. */
export function Head(props: {
  title: string;
  description?: string | undefined;
  /** A picture for shared links, as a path on this site. */
  image?: string | null | undefined;
  /** Of that picture, if it is known. */
  imageSize?: { width: number; height: number };
  /** Where this page is found, if that is not here. */
  path?: string;
  type?: 'website' | 'video.movie' | 'video.tv_show' | 'article' | 'profile';
  /** The part after the question mark that makes this a page of its own, such as `?page=2`. */
  search?: string;
  /** Not to be indexed. */
  hidden?: boolean;
}) {
  const { url } = useSettings();
  const { pathname } = useLocation();
  const { language } = useLanguage();
  const t = useTranslations();
  const { title, description = t('shell.description'), image, imageSize, type = 'website', hidden } = props;
  const { search = '', path = pathname } = props;
  const here = url + path + search;
  const languagePrefix = search ? `${here}&` : `${here}?`;
  return (
    <>
      <title>{title === 'Lakou' ? title : `${title} · Lakou`}</title>
      <meta name="description" content={description} />
      <meta property="og:site_name" content="Lakou" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={type} />
      <meta property="og:url" content={here} />
      <meta property="og:locale" content={OG_LOCALES[language]} />
      <meta property="og:image" content={url + (image ?? '/og-default.png')} />
      {imageSize && <meta property="og:image:width" content={`${imageSize.width}`} />}
      {imageSize && <meta property="og:image:height" content={`${imageSize.height}`} />}
      {image && <meta property="og:image:alt" content={title} />}
      <meta name="twitter:card" content="summary_large_image" />
      {hidden ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={here} />
          {LANGUAGES.map((other) => (
            <link key={other} rel="alternate" hrefLang={other} href={`${languagePrefix}lang=${other}`} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={here} />
        </>
      )}
    </>
  );
}
