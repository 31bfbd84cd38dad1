import { type ReactNode, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { UnsavedChangesPrompt } from './unsaved-changes-prompt.tsx';

interface FormDialogProps {
  open: boolean;
  /** There are unsaved changes. */
  dirty: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a form; closing it with unsaved changes needs a confirmation. */
export function FormDialog({ open, dirty, onClose, children }: FormDialogProps) {
  const t = useTranslations();
  const [confirming, setConfirming] = useState(false);
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(nextOpen) => {
          if (nextOpen) return;
          if (dirty) setConfirming(true);
          else onClose();
        }}
      >
        {children}
      </Dialog>
      {open && dirty && <UnsavedChangesPrompt />}
      <AlertDialog
        open={open && confirming}
        onOpenChange={setConfirming}
        title={t('admin.unsaved')}
        description={t('admin.unsaved_text')}
        confirm={t('admin.leave_anyway')}
        cancel={t('admin.stay')}
        danger
        onConfirm={() => {
          setConfirming(false);
          onClose();
        }}
      />
    </>
  );
}
