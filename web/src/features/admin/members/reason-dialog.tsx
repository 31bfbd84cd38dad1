import { REASON_MAX } from '@lakou/contract/admin/limits';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogContent } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { FormDialog } from '../form-dialog.tsx';

interface ReasonDialogProps {
  title: string;
  text?: string;
  confirm: string;
  busy: boolean;
  onClose: () => void;
  onConfirm: (reason: string) => void;
  /** More fields, above the reason. */
  children?: ReactNode;
}

/** Confirms an action and asks for the reason, which is stored in the audit log. */
export function ReasonDialog({
  title,
  text,
  confirm,
  busy,
  onClose,
  onConfirm,
  children,
}: ReasonDialogProps) {
  const t = useTranslations();
  const [reason, setReason] = useState('');
  const [checked, setChecked] = useState(false);
  const isMissing = reason.trim() === '';
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (!isMissing && !busy) onConfirm(reason.trim());
  };
  return (
    <FormDialog open dirty={!isMissing} onClose={() => !busy && onClose()}>
      <DialogContent
        size="s"
        title={title}
        description={text}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="secondary">{t('shell.cancel')}</Button>
            </DialogClose>
            <Button type="submit" form="reason" busy={busy}>
              {confirm}
            </Button>
          </>
        }
      >
        <form id="reason" noValidate onSubmit={handleSubmit} className="grid gap-5">
          {children}
          <Field
            label={t('admin.reason')}
            required
            error={checked && isMissing ? t('errors.reason_needed') : undefined}
          >
            {(control) => (
              <Textarea
                {...control}
                value={reason}
                maxLength={REASON_MAX}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
        </form>
      </DialogContent>
    </FormDialog>
  );
}
