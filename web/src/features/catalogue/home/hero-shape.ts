/**
 * Height of a slide: the screen minus header, strip and a hint of the next section. The placeholder uses it too, so
 * that loading causes no layout shift.
 */
export const HERO_SHAPE =
  'relative h-[clamp(26rem,calc(100svh-9rem),44rem)] bg-surface sm:h-[clamp(28rem,calc(100svh-14rem),44rem)] tv:h-[clamp(30rem,calc(100svh-16rem),56rem)]';
