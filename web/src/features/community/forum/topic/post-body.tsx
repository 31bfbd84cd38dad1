import { useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { PostText } from '../text/post-text.tsx';

const FOLD_CHARACTERS = 2500;
const FOLD_LINES = 40;

/** A post's text. Very long texts are folded, so that the next reply is near. */
export function PostBody({ content }: { content: string }) {
  const t = useTranslations();
  const [open, setOpen] = useState(false);
  const long = content.length > FOLD_CHARACTERS || content.split('\n').length > FOLD_LINES;
  if (!long) return <PostText source={content} />;
  return (
    <div className="grid justify-items-start gap-3">
      <div
        className={cx(
          'w-full min-w-0',
          !open &&
            'max-h-96 overflow-clip [mask-image:linear-gradient(to_bottom,#000_75%,transparent)] focus-within:max-h-none focus-within:[mask-image:none]',
        )}
      >
        <PostText source={content} />
      </div>
      <Button variant="secondary" size="s" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t(open ? 'community.less' : 'community.more')}
      </Button>
    </div>
  );
}
