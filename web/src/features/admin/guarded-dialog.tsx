import { type ReactNode, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { LeaveGuard } from './titles/leave-guard.tsx';

interface GuardedDialogProps {
  open: boolean;
  /** Something was typed that is not saved yet. */
  dirty: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog to type in: no slip of the finger throws away what is not saved. */
export function GuardedDialog({ open, dirty, onClose, children }: GuardedDialogProps) {
  const t = useTranslations();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(wish) => {
          if (wish) return;
          if (dirty) setAsking(true);
          else onClose();
        }}
      >
        {children}
      </Dialog>
      {open && dirty && <LeaveGuard />}
      <AlertDialog
        open={open && asking}
        onOpenChange={setAsking}
        title={t('admin.unsaved')}
        description={t('admin.unsaved_text')}
        confirm={t('admin.leave_anyway')}
        cancel={t('admin.stay')}
        danger
        onConfirm={() => {
          setAsking(false);
          onClose();
        }}
      />
    </>
  );
}
