import { type ReactNode, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent } from '#ui/dialog.tsx';

/** Shows the current form values as the public page would. */
export function PreviewButton({ render }: { render: () => ReactNode }) {
  const t = useTranslations();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" size="l" onClick={() => setOpen(true)}>
        {t('admin.preview')}
      </Button>
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogContent size="xl" title={t('admin.preview')} description={t('admin.preview_text')}>
          <div className="-mx-5 -mb-5 sm:-mx-6">{open && render()}</div>
        </DialogContent>
      </Dialog>
    </>
  );
}
