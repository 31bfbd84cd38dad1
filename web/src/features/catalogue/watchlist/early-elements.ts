/** Ids of the elements in which a script shows the watchlist before the app is there. */
export const EARLY_IDS = {
  list: 'early-list',
  /** Inside of it is the card that is copied for each title. */
  model: 'early-card',
  placeholder: 'early-placeholder',
};

export interface EarlyElements {
  list: HTMLElement;
  card: Element;
  placeholder: HTMLElement;
}

/** Undefined on a page that shows something else, such as an error. */
export function findEarlyElements(): EarlyElements | undefined {
  const list = document.getElementById(EARLY_IDS.list);
  const card = document.getElementById(EARLY_IDS.model)?.firstElementChild;
  const placeholder = document.getElementById(EARLY_IDS.placeholder);
  return list && card && placeholder ? { list, card, placeholder } : undefined;
}
