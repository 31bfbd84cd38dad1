export type EngineName = 'chromium' | 'firefox' | 'webkit';

/** A value that survives being written as JSON. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** What every engine can do for a journey; engine-page.ts builds on it. */
export interface Driver {
  /** Begins to load this address; the page may not be there yet. */
  open(url: string): Promise<void>;
  /** Runs a function in the page by its source text and waits for its result. */
  run(source: string, args: Json[]): Promise<Json>;
  /** Presses and releases the pointer there, as a finger or a mouse does. */
  tap(x: number, y: number): Promise<void>;
  /** Presses and releases these keys, one after the other. */
  press(keys: string[]): Promise<void>;
  /** Gives files to the file field that this selector finds. */
  chooseFiles(selector: string, files: string[]): Promise<void>;
  /** The picture of the window, as PNG. */
  screenshot(): Promise<Buffer>;
  /** Errors and warnings of the console so far, with what the security policy refused. */
  complaints(): Promise<string[]>;
  close(): Promise<void>;
}

/** An engine that is running: each journey gets a browser without cookies, storage or service workers of another. */
export interface Engine {
  openDriver(): Promise<Driver>;
  stop(): Promise<void>;
}

/** Keys by their names in `KeyboardEvent.key`, as WebDriver writes them. */
export const KEYS: Record<string, string> = {
  Enter: '\uE007',
  Tab: '\uE004',
  Escape: '\uE00C',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
};
