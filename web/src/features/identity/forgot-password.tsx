import type { MessageKey } from '@lakou/contract/translate';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';

const load = () => import('./forgot-password-dialog.tsx');
const ForgotPasswordDialog = lazy(load);

/** Opens the dialog, which is loaded on hover or focus. `email` returns what has been typed so far. */
export function ForgotPassword({
  email,
  label = 'identity.forgot_password',
  ...look
}: { email?: () => string; label?: MessageKey } & Pick<
  ComponentProps<typeof Button>,
  'variant' | 'className'
>) {
  const t = useTranslations();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        {...look}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setOpen(true)}
      >
        {t(label)}
      </Button>
      {open && (
        <Suspense>
          <ForgotPasswordDialog email={email?.() ?? ''} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
