import { DataUsePage } from '#features/playback/data-budget/data-use-page.tsx';
import { Head } from '#lib/head.tsx';
import { useTranslations } from '#lib/translations.tsx';

export default function DataUse() {
  const t = useTranslations();
  return (
    <>
      <Head title={t('playback.data_title')} hidden />
      <DataUsePage />
    </>
  );
}
