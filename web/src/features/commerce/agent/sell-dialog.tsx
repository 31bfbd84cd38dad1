import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { rowOrNull } from '#lib/database.ts';
import { useFormat } from '#lib/format.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { toast } from '#ui/toast.tsx';
import { type Batch, vouchersOf } from './read-agency.ts';

/** Marks vouchers as sold by number; the first that is left is filled in. */
export function SellDialog({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const t = useTranslations();
  const { money } = useFormat();
  const queries = useQueryClient();
  const { data: vouchers } = useQuery(vouchersOf(batch.id));
  const next = vouchers?.find(({ status }) => status === 'unsold')?.number;
  const [typedFirst, setFirst] = useState<string>();
  const [typedLast, setLast] = useState<string>();
  const first = typedFirst ?? String(next ?? '');
  const last = typedLast ?? first;
  const count = Math.max(Number.parseInt(last, 10) - Number.parseInt(first, 10) + 1 || 0, 0);
  const { run, isPending } = useAction(
    async () =>
      rowOrNull(
        await (await supabase()).rpc('sell_vouchers', {
          batch: batch.id,
          first_number: Number.parseInt(first, 10) || 0,
          last_number: Number.parseInt(last, 10) || 0,
        }),
      ),
    {
      onSuccess() {
        toast.success(t('commerce.agent_marked'));
        onClose();
      },
      errorKey: 'commerce.agent_failed',
      signInKey: 'errors.not_authenticated',
      onSettled: () =>
        Promise.all(
          ['agency', 'voucher-batches', 'vouchers', 'agent-entries'].map((name) =>
            queries.invalidateQueries({ queryKey: ['commerce', name] }),
          ),
        ),
    },
  );
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void run();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && !isPending && onClose()}>
      <DialogContent
        size="s"
        title={t('commerce.agent_sell_title', { number: batch.id })}
        description={t('commerce.agent_sell_text')}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="secondary">{t('shell.cancel')}</Button>
            </DialogClose>
            <Button type="submit" form="sell" busy={isPending}>
              {t('commerce.agent_sell')}
            </Button>
          </>
        }
      >
        <form id="sell" noValidate onSubmit={handleSubmit} className="grid gap-5">
          <div className="grid grid-cols-2 gap-4">
            <Field label={t('commerce.agent_from')} required>
              {(control) => (
                <Input
                  {...control}
                  inputMode="numeric"
                  value={first}
                  onChange={({ target }) => setFirst(target.value)}
                />
              )}
            </Field>
            <Field label={t('commerce.agent_to')} required>
              {(control) => (
                <Input
                  {...control}
                  inputMode="numeric"
                  value={last}
                  onChange={({ target }) => setLast(target.value)}
                />
              )}
            </Field>
          </div>
          <p role="status" className="font-semibold tabular-nums">
            {t('commerce.agent_sell_sum', {
              count,
              total: money((count * batch.price_minor) / 100, batch.currency),
            })}
          </p>
        </form>
      </DialogContent>
    </Dialog>
  );
}
