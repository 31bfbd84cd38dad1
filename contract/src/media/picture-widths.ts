/**
 * The widths in which the server makes every picture. Pages offer browsers these and no others; any other is answered
 * with the next larger one. The first is for the blurred previews of pages.
 */
export const PICTURE_WIDTHS: readonly number[] = [
  12, 32, 64, 96, 128, 160, 240, 320, 480, 640, 768, 1080, 1440, 1920,
];
