import type { MessageKey } from '@lakou/contract/translate';
import { useTranslations } from '#lib/translations.tsx';
import { type Action, type ActionOptions, useAction } from '#lib/use-action.ts';
import { describeAdminError } from './describe-admin-error.ts';

interface AdminActionOptions<Input, Output> extends Omit<ActionOptions<Input, Output>, 'errorKey'> {
  errorKey: MessageKey | ((input: Input) => MessageKey);
}

/** As useAction; when the network fails, the message is the screen's own. */
export function useAdminAction<Input = void, Output = unknown>(
  perform: (input: Input) => Promise<Output>,
  { errorKey, ...options }: AdminActionOptions<Input, Output>,
): Action<Input> {
  const t = useTranslations();
  return useAction(perform, {
    describeError: (error, input) =>
      describeAdminError(error, t, typeof errorKey === 'function' ? errorKey(input) : errorKey),
    ...options,
  });
}
