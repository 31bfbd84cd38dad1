import type { GiftInput } from '@lakou/contract/commerce/inputs';
import { LANGUAGES } from '@lakou/contract/languages';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useDraft } from '#lib/draft.ts';
import { checkWith, LiveForm, useFieldError } from '#lib/form.tsx';
import { useFormat } from '#lib/format.ts';
import { buyPrice } from '#lib/title-prices.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useSubmit } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { LANGUAGE_NAMES } from '#ui/language-choice.tsx';
import { Select } from '#ui/select.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { MethodChoice } from '../checkout/method-choice.tsx';
import { openCheckout } from '../checkout/open-checkout.ts';
import { useMethod } from '../checkout/use-method.ts';
import { passPrices } from '../subscribe/read-passes.ts';
import { createGift, titleToGive } from './read-gifts.ts';

const loadCheck = () => import('@lakou/contract/commerce/inputs').then((contract) => contract.giftInput);
const check = checkWith<GiftInput>(loadCheck);

/**
 * What is given, for whom, and the giver's words; then the payment provider's page. `item` is from the address: a title
 * to give, `movie:<id>`.
 */
export function GiftForm({ item }: { item: string | null }) {
  const t = useTranslations();
  const fieldError = useFieldError();
  const choices = useChoices(item);
  const form = useForm<GiftInput>({
    resolver: check,
    defaultValues: {
      item: item ?? 'month',
      recipient_name: '',
      recipient_phone: '',
      recipient_email: '',
      from_name: '',
      language: 'ht',
      greeting: '',
    },
  });
  const draft = useDraft('gift', form);
  const { register, formState, watch } = form;
  const { errors } = formState;
  const { price } = useFormat();
  const given = watch('item');
  const cents = choices.find(({ value }) => value === given)?.cents;
  const { choice, chosen, amount } = useMethod(cents ?? 0);
  const { submit, isPending } = useSubmit(form, {
    async send(gift) {
      const orderId = await createGift(gift);
      draft.forget();
      await openCheckout({ orderId, ...(chosen && { method: chosen }) });
    },
    signInKey: 'errors.not_authenticated',
    errorKey: 'errors.payment_failed',
  });
  return (
    <LiveForm onSubmit={submit} onFocus={() => loadCheck().catch(() => {})} className="grid gap-5">
      <Field label={t('commerce.gift_what')} error={fieldError(errors.item)} required>
        {(control) => (
          // The choices come later than the value, so the browser alone would show the first of them.
          <Select {...control} {...register('item')} value={given}>
            {choices.map(({ value, name, cents }) => (
              <option key={value} value={value}>{`${name} · ${price(cents / 100)}`}</option>
            ))}
          </Select>
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('commerce.gift_recipient')} error={fieldError(errors.recipient_name)} required>
          {(control) => <Input autoComplete="off" {...control} {...register('recipient_name')} />}
        </Field>
        <Field label={t('commerce.gift_language')} required>
          {(control) => (
            <Select {...control} {...register('language')}>
              {LANGUAGES.map((language) => (
                <option key={language} value={language}>
                  {LANGUAGE_NAMES[language]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label={t('commerce.gift_phone')}
          hint={t('commerce.gift_optional')}
          error={fieldError(errors.recipient_phone)}
        >
          {(control) => (
            <Input
              type="tel"
              autoComplete="off"
              placeholder="+509"
              {...control}
              {...register('recipient_phone')}
            />
          )}
        </Field>
        <Field
          label={t('commerce.gift_email')}
          hint={t('commerce.gift_email_hint')}
          error={fieldError(errors.recipient_email)}
        >
          {(control) => (
            <Input
              type="email"
              inputMode="email"
              autoComplete="off"
              {...control}
              {...register('recipient_email')}
            />
          )}
        </Field>
      </div>
      <Field label={t('commerce.gift_from')} error={fieldError(errors.from_name)} required>
        {(control) => <Input autoComplete="name" {...control} {...register('from_name')} />}
      </Field>
      <Field
        label={t('commerce.gift_greeting')}
        hint={t('commerce.gift_greeting_hint')}
        error={fieldError(errors.greeting)}
      >
        {(control) => <Textarea {...control} {...register('greeting')} />}
      </Field>
      <MethodChoice {...choice} />
      <Button
        type="submit"
        size="l"
        busy={isPending}
        disabled={!cents || !chosen}
        className="justify-self-start max-sm:w-full"
      >
        {t('commerce.gift_pay', { price: cents ? amount : '…' })}
      </Button>
    </LiveForm>
  );
}

/** The title of the address, if it is on sale, and the passes. */
function useChoices(item: string | null): { value: string; name: string; cents: number }[] {
  const t = useTranslations();
  const { data: passes } = useQuery(passPrices());
  const { data: title } = useQuery(titleToGive(item));
  const kind = item?.startsWith('series') ? 'series' : 'movie';
  return [
    ...(item && title
      ? [
          {
            value: item,
            name: t('commerce.gift_title_to_keep', { title: title.title }),
            cents: Math.round(buyPrice(kind, { ...title, rental_price: null }) * 100),
          },
        ]
      : []),
    ...(passes ?? []).map(({ id, amount_minor }) => ({
      value: id,
      name: t(`commerce.gift_pass_${id}`),
      cents: amount_minor,
    })),
  ];
}
