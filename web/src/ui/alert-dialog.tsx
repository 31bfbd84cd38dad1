import { AlertDialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from './button.tsx';

interface AlertDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Label of the confirming button. */
  confirm: string;
  cancel?: string | undefined;
  onConfirm: () => void;
  /** The action is under way: the dialog stays open until the caller closes it. */
  busy?: boolean | undefined;
  danger?: boolean | undefined;
}

/** Confirms something that cannot be undone. The focus starts on Cancel. */
export function AlertDialog(props: AlertDialogProps) {
  const { open, onOpenChange, title, description, confirm, cancel, onConfirm, busy = false, danger } = props;
  const t = useTranslations();
  return (
    <Radix.Root open={open} onOpenChange={(next) => !busy && onOpenChange(next)}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-overlay animate-appear" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          className="fixed top-1/2 left-1/2 z-50 grid max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-md -translate-1/2 animate-rise gap-3 overflow-y-auto rounded-l border border-line bg-surface p-6 text-text shadow-shade"
        >
          <Radix.Title className="font-display text-heading font-[750]">{title}</Radix.Title>
          {description && <Radix.Description className="text-soft">{description}</Radix.Description>}
          <div className="mt-3 flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
            <Radix.Cancel asChild>
              <Button variant="secondary">{cancel ?? t('shell.cancel')}</Button>
            </Radix.Cancel>
            <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
              {confirm}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
