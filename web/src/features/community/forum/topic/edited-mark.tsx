import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';

/** '(edited)', with the date as a tooltip. */
export function EditedMark({ edited_at }: { edited_at: string | null }) {
  const t = useTranslations();
  const { date } = useFormat();
  if (!edited_at) return null;
  return <span title={t('community.edited_on', { date: date(edited_at) })}>({t('community.edited')})</span>;
}
