import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';

/** Says that a text is no longer as it was first sent. */
export function EditedMark({ edited_at }: { edited_at: string | null }) {
  const t = useTranslations();
  const { date } = useFormat();
  if (!edited_at) return null;
  return <span title={t('community.edited_on', { date: date(edited_at) })}>({t('community.edited')})</span>;
}
