import { type ComponentProps, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { cx } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { Input } from './input.tsx';

export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const t = useTranslations();
  const [shown, show] = useState(false);
  return (
    <div className={cx('relative', className)}>
      <Input
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className="pe-12"
        {...rest}
      />
      <IconButton
        icon={shown ? 'eye-off' : 'eye'}
        label={t(shown ? 'shell.hide_password' : 'shell.show_password')}
        aria-controls={rest.id}
        onClick={() => show(!shown)}
        className="absolute inset-y-0 end-0"
      />
    </div>
  );
}
