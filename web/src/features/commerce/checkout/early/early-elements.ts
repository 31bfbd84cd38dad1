import type { ItemReference } from '@lakou/contract/commerce/payment-item';

/** Ids of the elements in which a script shows an order before the app is there. */
export const EARLY_IDS = {
  form: 'early-payment',
  /** Inside of it are the forms of which one is copied. */
  models: 'early-payment-models',
  placeholder: 'early-payment-placeholder',
};

/** In the texts of a model, in place of what only the order knows. */
export const TITLE = '{title}';
export const PRICE = '{price}';

export type ItemKind = Omit<ItemReference, 'id'>;

/** The value of `data-kind` of a model. */
export const kindName = ({ mediaType, type }: ItemKind): string => `${mediaType} ${type}`;

export interface EarlyElements {
  form: HTMLElement;
  models: HTMLElement;
  placeholder: HTMLElement;
}

/** Undefined on a page that shows something else, such as an error. */
export function findEarlyElements(): EarlyElements | undefined {
  const [form, models, placeholder] = [EARLY_IDS.form, EARLY_IDS.models, EARLY_IDS.placeholder].map((id) =>
    document.getElementById(id),
  );
  return form && models && placeholder ? { form, models, placeholder } : undefined;
}
