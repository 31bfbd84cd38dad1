import type { FormEvent, ReactNode } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogContent } from '#ui/dialog.tsx';
import { FormDialog } from '../form-dialog.tsx';

interface VoucherDialogProps {
  title: string;
  text?: string;
  confirm: string;
  busy: boolean;
  /** There are unsaved changes. */
  dirty: boolean;
  onClose: () => void;
  onSubmit: () => void;
  children: ReactNode;
}

/** A form in a dialog; the database says what is wrong with the values. */
export function VoucherDialog(props: VoucherDialogProps) {
  const { title, text, confirm, busy, dirty, onClose, onSubmit, children } = props;
  const t = useTranslations();
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!busy) onSubmit();
  };
  return (
    <FormDialog open dirty={dirty} onClose={() => !busy && onClose()}>
      <DialogContent
        size="m"
        title={title}
        description={text}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="secondary">{t('shell.cancel')}</Button>
            </DialogClose>
            <Button type="submit" form="voucher" busy={busy}>
              {confirm}
            </Button>
          </>
        }
      >
        <form id="voucher" noValidate onSubmit={handleSubmit} className="grid gap-5">
          {children}
        </form>
      </DialogContent>
    </FormDialog>
  );
}
