import { type MouseEvent, memo, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { postHtml } from './post-html.ts';

const NONE: ReadonlySet<string> = new Set();

/** A post's Markdown. It is inserted as HTML: as elements it would be most of the work of rendering a topic. */
export const PostText = memo(function PostText({ source }: { source: string }) {
  const t = useTranslations();
  const [revealed, setRevealed] = useState({ source, places: NONE });
  const places = revealed.source === source ? revealed.places : NONE;
  const reveal = ({ target }: MouseEvent): void => {
    const place = target instanceof HTMLElement && target.dataset.spoiler;
    if (place) setRevealed({ source, places: new Set(places).add(place) });
  };
  const labels = { spoiler: t('community.spoiler'), opensNewTab: t('shell.opens_new_tab') };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the clicks come from the buttons inside.
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above.
    <div
      className="post-text"
      onClick={reveal}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: postHtml escapes all that is from the text.
      dangerouslySetInnerHTML={{ __html: postHtml(source, labels, places) }}
    />
  );
});
