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

/** In place of what a moderator has hidden. Its author and moderators may still see what it said, and why it is gone. */
export function HiddenBody({ canReveal, ...what }: HiddenProps & { canReveal: boolean }) {
  const t = useTranslations();
  const [revealed, reveal] = useState(false);
  const { data } = useQuery({ ...hiddenText(what), enabled: revealed });
  return (
    <div className="grid grid-cols-1 justify-items-start gap-3">
      <p className="text-soft italic">{t('community.hidden_post')}</p>
      {canReveal && !revealed && (
        <Button variant="secondary" size="s" onClick={() => reveal(true)}>
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
