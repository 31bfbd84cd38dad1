import { type Box, chooseNext, type Direction } from './choose-next.ts';

const ARROWS: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};
const BACK_KEYS = new Set(['Escape', 'GoBack', 'BrowserBack', 'XF86Back', 'Backspace']);
/** Back on webOS and Tizen, which do not name it. */
const BACK_CODES = new Set([461, 10009]);

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]';
/** What is open above everything else: arrows stay in it, and Back closes it. */
const OPEN = '[role="dialog"], [role="alertdialog"], [data-panel]';
/** Widgets that have their own meaning for arrows. */
const OWN_ARROWS = '[role="menu"], [role="listbox"], [role="combobox"][aria-expanded="true"]';
const TEXT_FIELD =
  'input:not([type="radio"], [type="checkbox"], [type="range"], [type="button"], [type="submit"]), textarea';
/** Of the screen: links further below than this wait until the text before them was read. */
const REACH = 0.6;
const SCROLL = 0.6;
/** Links that cover their card: the card's whole width counts, so that a short title is found from everywhere above it. */
const COVERS_CARD = '.topic-link, .title-card-link';
/** What is read: stops between links that are far from each other, so that the focus never leaves the screen. */
const TEXT = 'main :is(p, h2, h3, li, dd)';

/** Everything with four arrows, OK and Back, beginning with the keys that came before. Returns how to stop. */
export function startRemoteControl(early: readonly KeyboardEvent[]): () => void {
  for (const event of early) onKeyDown(event);
  addEventListener('keydown', onKeyDown, { capture: true });
  return () => removeEventListener('keydown', onKeyDown, { capture: true });
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.isComposing) return;
  const active = document.activeElement ?? document.body;
  const direction = ARROWS[event.key];
  const handled = direction
    ? !handlesArrow(active, direction) && move(active, direction)
    : event.key === 'Enter'
      ? press(active)
      : isBack(event, active) && goBack(event);
  if (!handled) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Where the element under the focus needs the arrow itself. */
function handlesArrow(active: Element, direction: Direction): boolean {
  if (active.closest(OWN_ARROWS)) return true;
  // The player moves and seeks by itself; what is over the picture does not.
  if (document.querySelector('[data-player]') && !active.closest('[data-panel], [data-screen]')) return true;
  const isSideways = direction === 'left' || direction === 'right';
  if (active.matches('input[type="range"], [role="slider"]')) return isSideways;
  return active.matches(TEXT_FIELD) && staysInText(active as HTMLInputElement, direction, isSideways);
}

function staysInText(
  field: HTMLInputElement | HTMLTextAreaElement,
  direction: Direction,
  isSideways: boolean,
): boolean {
  const { value, selectionStart, selectionEnd } = field;
  if (!isSideways && field instanceof HTMLInputElement) return false;
  // Fields for addresses and numbers do not tell.
  if (selectionStart === null || selectionStart !== selectionEnd) return value !== '';
  const isBackwards = direction === 'left' || direction === 'up';
  return selectionStart !== (isBackwards ? 0 : value.length);
}

function move(active: Element, direction: Direction): boolean {
  const scope = topmost() ?? document.body;
  const isInside = active !== document.body && scope.contains(active);
  const items = focusableIn(scope).filter(({ element }) => element !== active);
  if (!isInside) {
    const next =
      nearestTo(lastPlace, items) ??
      items.find(({ element }) => element.closest('main, [role="dialog"], [data-panel]'));
    if (next) focusOn(next.element);
    return next !== undefined;
  }
  const from = boxOf(active);
  const next = chooseNext(from, direction, items);
  if (isSideways(direction)) {
    if (next) focusOn(next.element);
    return next !== undefined;
  }
  if (next && isNear(next.box)) focusOn(next.element);
  else moveAlongText(active, from, direction);
  return true;
}

const isSideways = (direction: Direction) => direction === 'left' || direction === 'right';

function isNear({ top, bottom }: Box): boolean {
  return top < innerHeight * (1 + REACH) && bottom > -innerHeight * REACH;
}

/** No link is near: on to the next text, or, where nothing is there yet, as far as the focus stays on the screen. */
function moveAlongText(active: Element, from: Box, direction: Direction): void {
  const isDown = direction === 'down';
  const beyond = isDown ? from.bottom - innerHeight : -from.top;
  const texts = [...document.querySelectorAll<HTMLElement>(TEXT)]
    .filter((element) => element !== active && isRead(element))
    .map((element) => ({ element, box: element.getBoundingClientRect() }));
  const text = beyond > 0 ? undefined : chooseNext(from, direction, texts);
  if (text && isNear(text.box)) {
    const { element } = text;
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
    focusOn(element);
    return;
  }
  const margin = 0.05 * innerHeight;
  const free = isDown ? from.bottom - 2 * margin : innerHeight - from.top - 2 * margin;
  const step = Math.min(SCROLL * innerHeight, beyond > 0 ? beyond + margin : Math.max(0, free));
  scrollBy({ top: isDown ? step : -step, behavior: motion() });
}

function isRead(element: HTMLElement): boolean {
  if (element.tabIndex >= 0 || element.hasAttribute('tabindex') || element.closest('[inert]')) return false;
  if (element.querySelector(`${FOCUSABLE}, ${TEXT}`) || !element.textContent?.trim()) return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
}

/** Where the focus was: what has it can be taken out of the page, such as a row that is loaded again. */
let lastPlace: Box | undefined;

/** After what had the focus is gone. */
export function focusNearest(scope: Element): void {
  const items = focusableIn(scope);
  const next = nearestTo(lastPlace, items) ?? items[0];
  if (next) focusOn(next.element);
}

function nearestTo<Item extends { box: Box }>(
  place: Box | undefined,
  items: readonly Item[],
): Item | undefined {
  if (!place) return undefined;
  const distance = ({ box }: Item) => Math.hypot(box.left - place.left, box.top - place.top);
  return items.filter(({ box }) => isNear(box)).toSorted((a, b) => distance(a) - distance(b))[0];
}

/** Of the screen, at its upper and lower edge: what has the focus there is moved to the middle, with what is around it. */
const EDGE = 0.2;

export function focusOn(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  const shown = element.matches(COVERS_CARD) ? (element.offsetParent ?? element) : element;
  const { top, bottom } = shown.getBoundingClientRect();
  const isInSight = top > EDGE * innerHeight && bottom < (1 - EDGE) * innerHeight;
  shown.scrollIntoView({ block: isInSight ? 'nearest' : 'center', inline: 'nearest', behavior: motion() });
  lastPlace = element.getBoundingClientRect();
}

function boxOf(element: Element): Box {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const card = element.matches(COVERS_CARD) ? (element as HTMLElement).offsetParent : null;
  if (!card) return { left, right, top, bottom };
  const around = card.getBoundingClientRect();
  return { left: around.left, right: around.right, top, bottom };
}

function motion(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
}

function topmost(): Element | undefined {
  return [...document.querySelectorAll(OPEN)].filter((element) => element.checkVisibility()).at(-1);
}

export function focusableIn(scope: Element): { element: HTMLElement; box: Box }[] {
  return [...scope.querySelectorAll<HTMLElement>(FOCUSABLE)]
    .filter(canTakeFocus)
    .map((element) => ({ element, box: boxOf(element) }))
    .filter(({ box }) => box.right > box.left && box.bottom > box.top);
}

function canTakeFocus(element: HTMLElement): boolean {
  if (element.tabIndex < 0 || element.matches(':disabled, a[href="#main"]') || element.closest('[inert]'))
    return false;
  return element.checkVisibility({ visibilityProperty: true });
}

/** OK on what Enter does nothing for. */
function press(active: Element): boolean {
  if (active instanceof HTMLInputElement && ['radio', 'checkbox'].includes(active.type)) {
    active.click();
    return true;
  }
  if (active instanceof HTMLSelectElement && 'showPicker' in active) {
    active.showPicker();
    return true;
  }
  return false;
}

function isBack({ key, keyCode }: KeyboardEvent, active: Element): boolean {
  if (key === 'Backspace' && active.matches(TEXT_FIELD)) return false;
  return BACK_KEYS.has(key) || BACK_CODES.has(keyCode);
}

/** Closes what is open, or leads to the page before. */
function goBack(event: KeyboardEvent): boolean {
  const open = topmost();
  if (open) {
    if (event.key === 'Escape') return false;
    const target = open.contains(document.activeElement) ? document.activeElement : open;
    target?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    return true;
  }
  history.back();
  return true;
}
