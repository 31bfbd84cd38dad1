import type { ComponentProps, ReactNode } from 'react';
import type { FieldError, FieldValues, Resolver } from 'react-hook-form';
import type { ZodType } from 'zod';
import { NeedsScript } from '#ui/needs-script.tsx';
import { errorKeyMessage } from './error-message.ts';
import { useTranslations } from './translations.tsx';
import { useHydrated } from './use-hydrated.ts';

type LiveFormProps = ComponentProps<'form'> & {
  /** What is there without JavaScript. */
  plain?: ReactNode;
};

/**
 * A form that is inert until the page is hydrated. Submitted earlier, it would leave as a plain request of the browser,
 * with a password in it (P-43).
 */
export function LiveForm({ children, plain = <NeedsScript />, ...props }: LiveFormProps) {
  const hydrated = useHydrated();
  return (
    <>
      {plain}
      <form method="post" noValidate inert={!hydrated} {...props}>
        {children}
      </form>
    </>
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

/** The message for a field: a schema's message is an error key. */
export function useFieldError(): (error: FieldError | undefined) => string | undefined {
  const t = useTranslations();
  return (error) => (error?.message ? errorKeyMessage(error.message, t) : undefined);
}
