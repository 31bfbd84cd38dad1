import { useFormat } from '../../../../lib/format.ts';
import { useWords } from '../../../../lib/words.tsx';

/** Says that a text is no longer as it was first sent. */
export function EditedMark({ edited_at }: { edited_at: string | null }) {
  const t = useWords();
  const { date } = useFormat();
  if (!edited_at) return null;
  return <span title={t('forum.edited_on', { date: date(edited_at) })}>({t('forum.edited')})</span>;
}
