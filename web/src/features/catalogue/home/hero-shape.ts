/**
 * How tall a slide is: what header and strip leave of the screen, but for a glimpse of what comes next. The same
 * before the films are there, so that nothing moves when they come.
 */
export const HERO_SHAPE =
  'relative h-[clamp(26rem,calc(100svh-9rem),44rem)] bg-surface sm:h-[clamp(28rem,calc(100svh-14rem),44rem)] tv:h-[clamp(30rem,calc(100svh-16rem),56rem)]';
