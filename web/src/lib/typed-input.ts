/** What somebody has typed or chosen on this page, so that nothing reloads it away. */
const typed = new Set<HTMLInputElement | HTMLTextAreaElement>();

/** A search or a slider is quickly set again. */
const UNIMPORTANT = new Set(['search', 'range', 'checkbox', 'radio']);

/** Called once. */
export function noticeTyping(): void {
  addEventListener('input', ({ target }) => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (!isField || UNIMPORTANT.has(target.type)) return;
    forgetRemoved();
    typed.add(target);
  });
}

/** Whether a field on this page still has something that was typed into it. */
export function hasTypedInput(): boolean {
  forgetRemoved();
  return [...typed].some(({ value }) => value !== '');
}

function forgetRemoved(): void {
  for (const field of typed) if (!field.isConnected) typed.delete(field);
}
