import { isCode } from '@lakou/contract/codes';
import { CODE_LENGTH } from '@lakou/contract/commerce/limits';
import type { PromotionAnswer } from '@lakou/contract/commerce/responses';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { rowsOf } from '#lib/database.ts';
import { errorKeyMessage } from '#lib/error-message.ts';
import { requireUser } from '#lib/sign-in.tsx';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { toast } from '#ui/toast.tsx';
import { createOrder } from './create-order.ts';
import type { PaymentItem } from './payment-item.ts';
import type { Order } from './read-orders.ts';

/** A promotion code for what is about to be paid. The database computes the price and makes the order for it. */
export function PromotionForm({ item, order }: { item: PaymentItem; order: Order | null }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const { run, isPending } = useAction(
    async () => {
      await requireUser();
      const client = await supabase();
      const { id } = order
        ? rowsOf(await client.rpc('order_to_pay', { order_id: order.id }))
        : await createOrder(item);
      const answer = await client.rpc('apply_promotion', { order_id: id, code });
      return rowsOf(answer) as unknown as PromotionAnswer;
    },
    {
      onSuccess({ result, order_id }) {
        if (!order_id) return setError(result);
        toast.success(t('commerce.promotion_applied'));
        return navigate(`/payment?order=${order_id}`, { replace: true });
      },
      signInKey: 'errors.not_authenticated',
      errorKey: 'commerce.promotion_failed',
    },
  );
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isCode(code, CODE_LENGTH)) return setError('code_mistyped');
    setError(undefined);
    void run();
  }
  if (!isOpen)
    return (
      <Button variant="quiet" className="justify-self-start" onClick={() => setOpen(true)}>
        {t('commerce.promotion_have')}
      </Button>
    );
  return (
    <form noValidate onSubmit={handleSubmit} className="grid items-start gap-4 sm:grid-cols-[1fr_auto]">
      <Field label={t('commerce.promotion_code')} error={error && errorKeyMessage(error, t)} required>
        {(control) => (
          <Input
            {...control}
            autoFocus
            value={code}
            onChange={({ target }) => setCode(target.value)}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="XXXX-XXXX-XXXX"
            className="font-mono uppercase"
          />
        )}
      </Field>
      <Button type="submit" variant="secondary" busy={isPending} className="sm:mt-8">
        {t('commerce.promotion_apply')}
      </Button>
    </form>
  );
}
