import { openTitlePath, SHARE_CARD, shareCardPath } from '@lakou/contract/catalogue/title-address';
import { Head } from '#lib/head.tsx';
import type { Film, Series } from '../read-titles.ts';
import { useTranslatedDescription, useTranslatedTitle } from '../translated-title.ts';
import { shortenText } from './shorten-text.ts';

/** The head of a title's page, wherever it is shown: search engines and messengers get its open address. */
export function TitleMetadata({
  type,
  title,
}: {
  type: 'video.movie' | 'video.tv_show';
  title: Film | Series;
}) {
  const { title: name } = useTranslatedTitle(title);
  const { text } = useTranslatedDescription(title);
  return (
    <Head
      type={type}
      title={name}
      description={text ? shortenText(text) : undefined}
      image={shareCardPath(title)}
      imageSize={SHARE_CARD}
      path={openTitlePath(title)}
      hidden={!title.published}
    />
  );
}
