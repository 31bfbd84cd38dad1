import { AdminShell } from '#features/admin/admin-shell.tsx';
import { Agents } from '#features/admin/vouchers/agents.tsx';
import { Batches } from '#features/admin/vouchers/batches.tsx';
import { Bundles } from '#features/admin/vouchers/bundles.tsx';
import { Promotions } from '#features/admin/vouchers/promotions.tsx';
import { Trials } from '#features/admin/vouchers/trials.tsx';
import { useTranslations } from '#lib/translations.tsx';

export default function ManageVouchers() {
  const t = useTranslations();
  return (
    <AdminShell title={t('admin.vouchers')} text={t('admin.vouchers_text')}>
      <div className="grid gap-10">
        <Batches />
        <Agents />
        <Promotions />
        <Bundles />
        <Trials />
      </div>
    </AdminShell>
  );
}
