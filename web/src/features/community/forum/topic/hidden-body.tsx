import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { databaseOf, rowsOf } from '#lib/database.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { PostText } from '../text/post-text.tsx';

interface HiddenProps {
  kind: 'topic' | 'post';
  id: string;
}

function hiddenText({ kind, id }: HiddenProps) {
  return queryOptions({
    queryKey: ['forum', 'hidden', kind, id],
    queryFn: async ({ client }) =>
      rowsOf(await (await databaseOf(client)).rpc('hidden_text', { target_kind: kind, target_id: id }))[0] ??
      null,
    staleTime: 0,
  });
}

/** Replaces a text that a moderator has hidden. Its author and moderators can reveal it, with the reason. */
export function HiddenBody({ canReveal, ...target }: HiddenProps & { canReveal: boolean }) {
  const t = useTranslations();
  const [revealed, setRevealed] = useState(false);
  const { data } = useQuery({ ...hiddenText(target), enabled: revealed });
  return (
    <div className="grid grid-cols-1 justify-items-start gap-3">
      <p className="text-soft italic">{t('community.hidden_post')}</p>
      {canReveal && !revealed && (
        <Button variant="secondary" size="s" onClick={() => setRevealed(true)}>
          {t('community.reveal')}
        </Button>
      )}
      {data?.note && (
        <p dir="auto" className="wrap-anywhere">
          {t('community.suspended_reason', { reason: data.note })}
        </p>
      )}
      {data && (
        <div className="w-full border-s-3 border-line ps-4 text-soft">
          <PostText source={data.content} />
        </div>
      )}
    </div>
  );
}
