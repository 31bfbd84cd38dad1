/** Of this browser, for everybody who uses it. */
export interface DownloadSettings {
  wifiOnly: boolean;
  /** What happens to downloads when their owner signs out. */
  onSignOut: 'lock' | 'delete';
}

const KEY = 'lakou-download-settings';
const DEFAULTS: DownloadSettings = { wifiOnly: false, onSignOut: 'lock' };

export function readDownloadSettings(): DownloadSettings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<DownloadSettings>) };
  } catch {
    return DEFAULTS;
  }
}

export function saveDownloadSettings(change: Partial<DownloadSettings>): DownloadSettings {
  const settings = { ...readDownloadSettings(), ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Storage is blocked: then nothing is downloaded either.
  }
  return settings;
}
