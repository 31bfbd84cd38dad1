import { Dialog as Radix } from 'radix-ui';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { cx } from './class-names.ts';
import { IconButton } from './icon-button.tsx';

export const Dialog = Radix.Root;
export const DialogTrigger = Radix.Trigger;
export const DialogClose = Radix.Close;

const place = {
  center: cx(
    'inset-0 sm:inset-auto sm:top-1/2 sm:left-1/2 sm:-translate-1/2 sm:w-[calc(100vw-3rem)] sm:max-h-[calc(100dvh-3rem)]',
    'sm:rounded-l sm:border border-line animate-rise',
  ),
  right: 'inset-y-0 right-0 w-[min(100vw,24rem)] border-s border-line animate-from-right',
} as const;

const width = { s: 'sm:max-w-md', m: 'sm:max-w-xl', l: 'sm:max-w-3xl', xl: 'sm:max-w-6xl' } as const;

type DialogContentProps = Omit<ComponentProps<typeof Radix.Content>, 'title'> & {
  title: ReactNode;
  description?: ReactNode;
  /** Buttons that stay in sight while the content scrolls. */
  footer?: ReactNode;
  side?: keyof typeof place | undefined;
  size?: keyof typeof width | undefined;
  titleHidden?: boolean | undefined;
};

/** A full-height sheet on phones, a panel elsewhere; `side="right"` slides in as a menu. */
export function DialogContent({
  title,
  description,
  footer,
  side = 'center',
  size = 'm',
  titleHidden,
  className,
  children,
  onCloseAutoFocus,
  ...rest
}: DialogContentProps) {
  const t = useTranslations();
  const opener = useRef<Element | null>(null);
  return (
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-50 bg-overlay animate-appear" />
      <Radix.Content
        {...(description ? {} : { 'aria-describedby': undefined })}
        onInteractOutside={keepOpenForToasts}
        onOpenAutoFocus={() => {
          opener.current = document.activeElement;
        }}
        onCloseAutoFocus={(event) => {
          onCloseAutoFocus?.(event);
          // Radix returns only to a trigger of its own; most of our dialogs are opened by something else.
          if (event.defaultPrevented || !(opener.current instanceof HTMLElement)) return;
          if (opener.current === document.body || !opener.current.isConnected) return;
          event.preventDefault();
          opener.current.focus();
        }}
        className={cx(
          'fixed z-50 flex flex-col bg-surface text-text shadow-shade',
          place[side],
          side === 'center' && width[size],
          className,
        )}
        {...rest}
      >
        <header className="grid gap-1.5 px-5 pe-16 pt-5 sm:px-6 sm:pe-16 sm:pt-6">
          <Radix.Title className={titleHidden ? 'sr-only' : 'pt-1 font-display text-heading font-[750]'}>
            {title}
          </Radix.Title>
          {description && <Radix.Description className="text-soft">{description}</Radix.Description>}
        </header>
        <div className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-5 sm:px-6">
          {children}
        </div>
        {footer && (
          <footer className="flex flex-wrap justify-end gap-3 border-t border-line px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-6 max-sm:*:flex-1">
            {footer}
          </footer>
        )}
        {/* Last in order, so that the focus begins at what the dialog is about. */}
        <Radix.Close asChild>
          <IconButton icon="close" label={t('shell.close')} className="absolute end-3 top-4" />
        </Radix.Close>
      </Radix.Content>
    </Radix.Portal>
  );
}

/** A toast is above the dialog and does not count as outside. */
function keepOpenForToasts(event: { target: EventTarget | null; preventDefault(): void }): void {
  if (event.target instanceof Element && event.target.closest('[data-toaster]')) event.preventDefault();
}
