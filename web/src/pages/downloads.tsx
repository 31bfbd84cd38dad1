import { DownloadsPage } from '#features/playback/downloads/downloads-page.tsx';
import { Head } from '#lib/head.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { SectionHead } from '#ui/section-head.tsx';

/** Not behind the guard for members: without a connection nobody can be checked. The page shows what the last member keeps. */
export default function Downloads() {
  const t = useTranslations();
  return (
    <div className="page-width grid gap-8 py-10">
      <Head title={t('playback.downloads')} hidden />
      <SectionHead level={1} title={t('playback.downloads')} text={t('playback.downloads_text')} />
      <DownloadsPage />
    </div>
  );
}
