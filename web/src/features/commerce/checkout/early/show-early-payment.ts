import { canCharge, type PaymentMethod, takesGourdes } from '@lakou/contract/commerce/limits';
import { formatFor } from '@lakou/contract/format';
import { languageOfPage } from '#lib/page-language.ts';
import { POSTER_WIDTHS, pictureSources } from '#lib/picture.ts';
import { offerMethods, walletPrice } from '../offer-methods.ts';
import { itemFromOrder, itemPath, type PaymentItem } from '../payment-item.ts';
import type { Order } from '../read-orders.ts';
import { type EarlyElements, kindName, PRICE, TITLE } from './early-elements.ts';
import type { EarlyPayment } from './early-payment.ts';

interface EarlyOrder {
  order: Order;
  early: EarlyPayment;
  elements: EarlyElements;
  paymentMethods: readonly PaymentMethod[];
  rate: number | undefined;
  last: string | undefined;
  credit: number;
  pay: () => void;
}

/** The app shows those that are paid, and what more there is to read about a bundle. */
const UNPAID = ['pending', 'failed', 'canceled', 'expired', 'refunded'];

/** Puts the order in place of the spinner; resolves when its poster is there too. */
export async function showEarlyPayment({ order, early, elements, pay, ...offer }: EarlyOrder): Promise<void> {
  const item = itemFromOrder(order);
  const cents = Math.round((item?.price ?? 0) * 100);
  const isBelowCards = cents > 0 && offer.paymentMethods.some((method) => !canCharge(method, cents));
  if (!item || item.isBundle || !UNPAID.includes(order.status) || isBelowCards) return;
  const gourdes = walletPrice(cents, offer.rate);
  const methods = cents > 0 ? offerMethods({ ...offer, cents, gourdes }) : [];
  const model = elements.models.querySelector(`[data-kind="${kindName(item)}"]`);
  if (!model || (cents > 0 && methods.length === 0)) return;

  const { price, money } = formatFor(languageOfPage());
  const priceOf = (method: PaymentMethod | undefined): string =>
    method && takesGourdes(method) && gourdes !== undefined ? money(gourdes, 'HTG') : price(item.price);
  const form = model.cloneNode(true) as Element;
  const find = <Kind extends Element = HTMLElement>(selector: string) => form.querySelector<Kind>(selector)!;
  const notice = elements.models.querySelector(`[data-status="${order.status}"]`);
  if (notice) find('header').after(notice.cloneNode(true));
  if (item.discount !== undefined || order.transaction_type === 'gift') find('[data-promotion]').remove();
  if (cents === 0) find('[data-note]').remove();
  fillDetails(form, item, price);
  prepareCancel(find<HTMLAnchorElement>('[data-cancel]'), item);

  const button = find('[data-pay]');
  const spinner = button.querySelector('svg')!;
  const label = button.querySelector('span')!;
  const payText = label.textContent ?? '';
  spinner.remove();
  const choose = (method: PaymentMethod | undefined): void => {
    early.method = method;
    const amount = priceOf(method);
    label.textContent = cents === 0 ? (button.dataset.free ?? '') : payText.replace(PRICE, amount);
    [...form.querySelectorAll('dd')].at(-1)!.textContent = amount;
  };
  fillMethods(find('fieldset'), methods, priceOf, choose);
  choose(methods[0]);
  button.addEventListener('click', () => {
    if (early.press) return;
    pay();
    button.setAttribute('aria-busy', 'true');
    button.setAttribute('aria-disabled', 'true');
    button.prepend(spinner);
    label.textContent = button.dataset.busy ?? '';
  });

  elements.form.replaceChildren(form);
  elements.placeholder.hidden = true;
  await loadPoster(find<HTMLImageElement>('img'), item);
}

function fillDetails(form: Element, item: PaymentItem, price: (amount: number) => string): void {
  form.querySelector('h2')!.textContent = item.title;
  const [full, discount] = form.querySelectorAll('dd');
  full!.textContent = price(item.price + (item.discount ?? 0));
  if (item.discount === undefined) discount!.parentElement!.remove();
  else discount!.textContent = `−${price(item.discount)}`;
}

/** Where there is a choice, the methods offered, in their order, the first one chosen. */
function fillMethods(
  list: Element,
  methods: readonly PaymentMethod[],
  priceOf: (method: PaymentMethod) => string,
  choose: (method: PaymentMethod) => void,
): void {
  if (methods.length < 2) {
    list.remove();
    return;
  }
  const labels = new Map(
    [...list.querySelectorAll('label')].map((label) => [label.querySelector('input')!.value, label]),
  );
  for (const label of labels.values()) label.remove();
  for (const method of methods) {
    const label = labels.get(method)!;
    const input = label.querySelector('input')!;
    // Not the model's: only one of a name is checked.
    input.name = 'early-method';
    input.checked = method === methods[0];
    input.addEventListener('change', () => choose(method));
    label.lastElementChild!.textContent = priceOf(method);
    list.append(label);
  }
}

/** As use-go-back.ts does: to the page before, if it was one of the app's. */
function prepareCancel(link: HTMLAnchorElement, item: PaymentItem): void {
  link.href = itemPath(item);
  link.addEventListener('click', (event) => {
    if (!(history.state as { key?: string } | null)?.key) return;
    event.preventDefault();
    history.back();
  });
}

/** Also resolves if it fails: the app then shows a drawing instead. */
function loadPoster(image: HTMLImageElement, { title, thumbnailUrl }: PaymentItem): Promise<void> {
  image.alt = image.alt.replace(TITLE, title);
  if (!thumbnailUrl) {
    image.remove();
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    image.onload = () => resolve();
    image.onerror = () => {
      image.remove();
      resolve();
    };
    const [smallest, largest] = POSTER_WIDTHS;
    const savesData = document.documentElement.dataset.saver === 'yes';
    const { src, srcSet } = pictureSources(thumbnailUrl, smallest, savesData ? smallest : largest);
    if (srcSet) image.srcset = srcSet;
    image.src = src;
  });
}
