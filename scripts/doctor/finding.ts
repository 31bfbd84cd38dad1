/** What a check has found. `advice` says what to do, unless all is well. */
export interface Finding {
  state: 'well' | 'warning' | 'fault' | 'unknown';
  text: string;
  advice?: string;
}

export const well = (text: string): Finding => ({ state: 'well', text });
export const warning = (text: string, advice: string): Finding => ({ state: 'warning', text, advice });
export const fault = (text: string, advice: string): Finding => ({ state: 'fault', text, advice });
/** Could not be looked at from here. */
export const unknown = (text: string, advice: string): Finding => ({ state: 'unknown', text, advice });
