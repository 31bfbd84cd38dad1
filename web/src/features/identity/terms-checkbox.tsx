import type { RegisterInput } from '@lakou/contract/identity/inputs';
import type { UseFormReturn } from 'react-hook-form';
import { useFieldError } from '#lib/form.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { TextLink } from '#ui/text-link.tsx';

/** Its links open in a new tab, so that the form keeps what was typed. */
export function TermsCheckbox({ form }: { form: UseFormReturn<RegisterInput> }) {
  const t = useTranslations();
  const fieldError = useFieldError();
  const { error } = form.getFieldState('terms', form.formState);
  const pages = {
    '{terms}': <NewTab key="terms" to="/terms" name={t('shell.terms')} />,
    '{privacy}': <NewTab key="privacy" to="/privacy" name={t('shell.privacy')} />,
  };
  const parts = t('identity.agree').split(/(\{terms\}|\{privacy\})/);
  return (
    <Checkbox
      label={parts.map((part) => pages[part as keyof typeof pages] ?? part)}
      error={fieldError(error)}
      // Registered after the fields above: the first one with an error gets the focus.
      {...form.register('terms')}
    />
  );
}

function NewTab({ to, name }: { to: string; name: string }) {
  const t = useTranslations();
  return (
    <TextLink to={to} target="_blank">
      {name}
      <span className="sr-only"> {t('shell.opens_new_tab')}</span>
    </TextLink>
  );
}
