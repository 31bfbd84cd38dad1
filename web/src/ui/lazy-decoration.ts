import { type ComponentType, lazy } from 'react';

/**
 * A drawing that is loaded when it is first shown, and replaced by `fallback` where it cannot be loaded: the page around
 * it must survive a lost connection.
 */
export function lazyDecoration<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ComponentType<Props> = () => null,
): ComponentType<Props> {
  return lazy(async () => ({ default: await load().catch(() => fallback) }));
}
