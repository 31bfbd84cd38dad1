const EDGE = 8;

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Over the card, centred, and wholly on the screen. */
export function previewPosition(
  card: Box,
  preview: Pick<Box, 'width' | 'height'>,
  screen: Pick<Box, 'width' | 'height'>,
) {
  const within = (value: number, size: number, space: number) =>
    Math.max(EDGE, Math.min(value, space - size - EDGE));
  return {
    left: within(card.left + (card.width - preview.width) / 2, preview.width, screen.width),
    top: within(card.top - EDGE, preview.height, screen.height),
  };
}

export function placePreview(preview: HTMLElement, card: HTMLElement): void {
  const screen = { width: document.documentElement.clientWidth, height: innerHeight };
  const size = { width: preview.offsetWidth, height: preview.offsetHeight };
  const { left, top } = previewPosition(card.getBoundingClientRect(), size, screen);
  preview.style.left = `${left}px`;
  preview.style.top = `${top}px`;
}
