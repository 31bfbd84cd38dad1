import type { ErrorKey } from '@lakou/contract/errors';
import type { ComponentProps } from 'react';
import type { FieldError, FieldValues, Resolver } from 'react-hook-form';
import type { ZodType } from 'zod';
import { type Translate, useTranslations } from './translations.tsx';
import { useHydrated } from './use-hydrated.ts';

/**
 * A form that does nothing until the page is alive: what is typed and sent too early would otherwise leave as a plain
 * request of the browser, a password in it (decision 43).
 */
export function LiveForm({ children, ...props }: ComponentProps<'form'>) {
  const alive = useHydrated();
  return (
    <form method="post" noValidate inert={!alive} {...props}>
      {children}
    </form>
  );
}

/** Checks with a schema of the contract, which is loaded when the form is first used. */
export function checkWith<Values extends FieldValues>(
  load: () => Promise<ZodType<unknown, Values>>,
): Resolver<Values> {
  return async (values, context, options) => {
    const [{ zodResolver }, schema] = await Promise.all([import('@hookform/resolvers/zod'), load()]);
    return zodResolver(schema as never)(values, context, options as never) as never;
  };
}

/** A schema's message is a key of the error catalogue; the reader gets its sentence. */
export function useFieldError(): (error: FieldError | undefined) => string | undefined {
  const t = useTranslations();
  return (error) => (error?.message ? sentenceOf(error.message, t) : undefined);
}

export function sentenceOf(key: string, t: Translate): string {
  const sentence = t(`errors.${key as ErrorKey}`);
  return sentence === `errors.${key}` ? key : sentence;
}
