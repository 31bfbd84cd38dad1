/** The next of these events. */
export function eventOf(target: EventTarget, ...names: string[]): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      for (const name of names) target.removeEventListener(name, done);
      resolve();
    };
    for (const name of names) target.addEventListener(name, done);
  });
}
