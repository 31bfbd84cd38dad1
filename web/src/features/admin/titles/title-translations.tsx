import { DESCRIPTION_MAX } from '@lakou/contract/admin/limits';
import { TITLE_MAX } from '@lakou/contract/catalogue/limits';
import type { UseFormReturn } from 'react-hook-form';
import { useFieldError } from '#lib/form.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { TranslationFields } from '../translation-fields.tsx';
import type { TitleFormValues } from './title-form-values.ts';

/** Title and description in other languages than the title's own. */
export function TitleTranslations({ form }: { form: UseFormReturn<TitleFormValues> }) {
  const t = useTranslations();
  const errorOf = useFieldError();
  const { errors } = form.formState;
  const [titles, descriptions] = form.watch(['title_translations', 'description_translations']);
  return (
    <TranslationFields
      original={form.watch('language')}
      isTranslated={(language) => Boolean(titles[language] || descriptions[language])}
    >
      {(language) => (
        <>
          <Field label={t('admin.title')} error={errorOf(errors.title_translations?.[language])}>
            {(control) => (
              <Input
                {...control}
                {...form.register(`title_translations.${language}`)}
                maxLength={TITLE_MAX}
              />
            )}
          </Field>
          <Field label={t('admin.description')} error={errorOf(errors.description_translations?.[language])}>
            {(control) => (
              <Textarea
                rows={5}
                {...control}
                {...form.register(`description_translations.${language}`)}
                maxLength={DESCRIPTION_MAX}
              />
            )}
          </Field>
        </>
      )}
    </TranslationFields>
  );
}
