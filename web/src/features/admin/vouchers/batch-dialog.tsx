import { PASSES, VOUCHERS_MAX } from '@lakou/contract/commerce/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rowsOf } from '#lib/database.ts';
import { useOfferName } from '#lib/offer-name.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { toast } from '#ui/toast.tsx';
import { chosenTitles } from '../front-page/rows/read-rows.ts';
import { TitlePicker } from '../front-page/rows/title-picker.tsx';
import { type Agent, toMinor } from './read-vouchers.ts';
import { useVoucherAction } from './use-voucher-action.ts';
import { VoucherDialog } from './voucher-dialog.tsx';

const inOneYear = () => new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10);

/** New vouchers: for whom, what each opens, how many, at what price, until when. */
export function BatchDialog({ agents, onClose }: { agents: Agent[]; onClose: () => void }) {
  const t = useTranslations();
  const queries = useQueryClient();
  const offerName = useOfferName();
  const [opened] = useState({
    agent: agents[0]?.id ?? '',
    opens: 'month',
    title: [] as string[],
    vouchers: '10',
    price: '',
    expires_on: inOneYear(),
  });
  const [values, setValues] = useState(opened);
  const change = (changed: Partial<typeof values>) => setValues({ ...values, ...changed });
  const currency = agents.find(({ id }) => id === values.agent)?.currency;
  const { run, isPending } = useVoucherAction(async () => {
    const { agent, opens, title, price, expires_on } = values;
    const [id] = title;
    const [chosen] = id ? await queries.fetchQuery(chosenTitles([id])) : [];
    rowsOf(
      await (await supabase()).rpc('create_voucher_batch', {
        agent,
        vouchers: Number.parseInt(values.vouchers, 10) || 0,
        expires_on,
        ...(opens !== 'title' ? { pass: opens } : chosen && { media_type: chosen.kind, media_id: chosen.id }),
        ...(price.trim() && { price_minor: toMinor(price) }),
      }),
    );
    toast.success(t('admin.batch_created'));
    onClose();
  });
  return (
    <VoucherDialog
      title={t('admin.batch_new')}
      confirm={t('admin.batch_create')}
      busy={isPending}
      dirty={JSON.stringify(values) !== JSON.stringify(opened)}
      onClose={onClose}
      onSubmit={() => void run()}
    >
      <Field label={t('admin.batch_agent')} required>
        {(control) => (
          <Select
            {...control}
            value={values.agent}
            onChange={({ target }) => change({ agent: target.value })}
          >
            {agents.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('admin.batch_opens')} required>
        {(control) => (
          <Select
            {...control}
            value={values.opens}
            onChange={({ target }) => change({ opens: target.value })}
          >
            {PASSES.map((pass) => (
              <option key={pass} value={pass}>
                {offerName({ pass })}
              </option>
            ))}
            <option value="title">{t('admin.batch_title')}</option>
          </Select>
        )}
      </Field>
      {values.opens === 'title' && (
        <TitlePicker ids={values.title} onChange={(title) => change({ title })} max={1} />
      )}
      <div className="grid gap-5 sm:grid-cols-3">
        <Field label={t('admin.batch_count', { count: VOUCHERS_MAX })} required>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              value={values.vouchers}
              onChange={({ target }) => change({ vouchers: target.value })}
            />
          )}
        </Field>
        <Field label={`${t('admin.batch_price')} (${currency})`} hint={t('admin.batch_price_hint')}>
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              value={values.price}
              onChange={({ target }) => change({ price: target.value })}
            />
          )}
        </Field>
        <Field label={t('admin.batch_expires')} required>
          {(control) => (
            <Input
              {...control}
              type="date"
              value={values.expires_on}
              onChange={({ target }) => change({ expires_on: target.value })}
            />
          )}
        </Field>
      </div>
    </VoucherDialog>
  );
}
