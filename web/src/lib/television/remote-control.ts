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
/** Of the screen: what is further away is scrolled to, so that a text between two links can be read. */
const REACH = 0.8;
const SCROLL = 0.6;

/** Everything with four arrows, OK and Back. Returns how to stop. */
export function startRemoteControl(): () => void {
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
  const next = isInside
    ? chooseNext(active.getBoundingClientRect(), direction, items)
    : items.find(({ element }) => element.closest('main, [role="dialog"], [data-panel]'));
  if (next && (isSideways(direction) || isNear(next.box))) {
    focusOn(next.element);
    return true;
  }
  if (isSideways(direction)) return false;
  scrollBy({ top: (direction === 'down' ? SCROLL : -SCROLL) * innerHeight, behavior: motion() });
  return true;
}

const isSideways = (direction: Direction) => direction === 'left' || direction === 'right';

function isNear({ top, bottom }: Box): boolean {
  return top < innerHeight * (1 + REACH) && bottom > -innerHeight * REACH;
}

/** Of the screen, at its upper and lower edge: what has the focus there is moved to the middle, with what is around it. */
const EDGE = 0.2;

export function focusOn(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  const { top, bottom } = element.getBoundingClientRect();
  const isInSight = top > EDGE * innerHeight && bottom < (1 - EDGE) * innerHeight;
  element.scrollIntoView({ block: isInSight ? 'nearest' : 'center', inline: 'nearest', behavior: motion() });
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
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
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
