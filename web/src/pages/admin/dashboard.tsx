import { Link } from 'react-router';
import { AdminShell } from '#features/admin/admin-shell.tsx';
import { StatisticsSummary } from '#features/admin/dashboard/statistics-summary.tsx';
import { BannersManager } from '#features/admin/front-page/banners-manager.tsx';
import { CategoriesManager } from '#features/admin/front-page/categories-manager.tsx';
import { FeaturedManager } from '#features/admin/front-page/featured-manager.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';

const PLACES = [
  ['/admin/movies', 'admin.manage_movies'],
  ['/admin/series', 'admin.manage_series'],
  ['/admin/users', 'admin.manage_users'],
  ['/admin/subscriptions', 'admin.manage_subscriptions'],
] as const;

export default function AdminDashboard() {
  const t = useTranslations();
  return (
    <AdminShell title={t('admin.dashboard')}>
      <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
        {PLACES.map(([to, name]) => (
          <Button key={to} asChild variant="secondary" size="l" className="px-3! text-base">
            <Link to={to}>{t(name)}</Link>
          </Button>
        ))}
      </div>
      <StatisticsSummary />
      <CategoriesManager short />
      <FeaturedManager short />
      <BannersManager short />
    </AdminShell>
  );
}
