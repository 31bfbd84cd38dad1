import { Watchlist } from '#features/catalogue/watchlist/watchlist.tsx';
import { Head } from '#lib/head.tsx';
import { useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { SectionHead } from '#ui/section-head.tsx';

export default function WatchlistPage() {
  const t = useTranslations();
  const { user } = useSession();
  return (
    <div className="page-width grid gap-8 py-10">
      <Head title={t('catalogue.watchlist')} hidden />
      <SectionHead level={1} title={t('catalogue.watchlist')} text={t('catalogue.watchlist_text')} />
      <Watchlist viewer={user?.id} />
    </div>
  );
}
