import { useState } from 'react';
import { rowOrNull } from '#lib/database.ts';
import { useFormat } from '#lib/format.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { toast } from '#ui/toast.tsx';
import type { AdminBundle } from './read-bundles.ts';
import { useBundleAction } from './use-bundle-action.ts';

/** A bundle with its price, what its titles cost one by one, and how often it was sold. */
export function BundleRow({ bundle, onEdit }: { bundle: AdminBundle; onEdit: () => void }) {
  const t = useTranslations();
  const { price } = useFormat();
  const [isDeleting, setDeleting] = useState(false);
  const { title, published, titles, unsold, amount_minor, list_minor, sold } = bundle;
  return (
    <Card asChild className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <li>
        <div className="grid min-w-0 gap-1">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <strong className="wrap-anywhere">{title}</strong>
            <Badge tone={published ? 'success' : 'muted'}>
              {t(published ? 'admin.bundle_published' : 'admin.bundle_draft')}
            </Badge>
          </p>
          <p className="text-soft">
            {t('admin.row_titles', { count: titles?.length ?? 0 })} ·{' '}
            {t('admin.bundle_price', {
              price: price(amount_minor / 100),
              single: price(Number(list_minor ?? 0) / 100),
            })}{' '}
            · {t('admin.bundle_sold', { count: sold })}
          </p>
          {unsold > 0 && <p role="status">{t('admin.bundle_unsold', { count: unsold })}</p>}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            size="s"
            variant="secondary"
            onClick={onEdit}
            aria-label={t('admin.bundle_edit_name', { title })}
          >
            {t('admin.edit')}
          </Button>
          <Button
            size="s"
            variant="quiet"
            onClick={() => setDeleting(true)}
            aria-label={t('admin.bundle_delete_name', { title })}
          >
            {t('admin.delete')}
          </Button>
        </div>
        {isDeleting && <DeleteDialog bundle={bundle} onClose={() => setDeleting(false)} />}
      </li>
    </Card>
  );
}

function DeleteDialog({ bundle, onClose }: { bundle: AdminBundle; onClose: () => void }) {
  const t = useTranslations();
  const { run, isPending } = useBundleAction(async () => {
    rowOrNull(await (await supabase()).rpc('delete_bundle', { bundle: bundle.id }));
    toast.success(t('admin.bundle_deleted'));
    onClose();
  });
  return (
    <AlertDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('admin.bundle_delete_name', { title: bundle.title })}
      description={t('admin.bundle_delete_text')}
      confirm={t('admin.delete')}
      danger
      busy={isPending}
      onConfirm={() => void run()}
    />
  );
}
