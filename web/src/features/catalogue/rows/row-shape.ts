/** The height of a row of cards, so that nothing moves when its titles arrive. */
export const ROW_HEIGHT = 'min-w-0 min-h-[calc(63vw+8.5rem)] sm:min-h-[25rem] lg:min-h-[26.5rem]';
