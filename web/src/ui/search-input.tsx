import { type ComponentProps, useRef } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { cx } from './class-names.ts';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { Input } from './input.tsx';

type SearchInputProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'ref'> & {
  value: string;
  onValueChange: (value: string) => void;
  /** The accessible name, where there is no visible label. */
  label?: string | undefined;
};

export function SearchInput({ value, onValueChange, label, className, ...rest }: SearchInputProps) {
  const t = useTranslations();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={cx('relative', className)}>
      <Icon name="search" className="pointer-events-none absolute inset-y-0 start-3.5 my-auto text-soft" />
      <Input
        ref={input}
        type="search"
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        aria-label={label ?? (rest.id ? undefined : t('shell.search'))}
        enterKeyHint="search"
        autoComplete="off"
        className="ps-11 pe-12 [&::-webkit-search-cancel-button]:hidden"
        {...rest}
      />
      {value !== '' && (
        <IconButton
          icon="close"
          label={t('shell.clear_search')}
          onClick={() => {
            onValueChange('');
            input.current?.focus();
          }}
          className="absolute inset-y-0 end-0"
        />
      )}
    </div>
  );
}
