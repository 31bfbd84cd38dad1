const SYSTEMS: [RegExp, string][] = [
  // First: most of them name Android or Linux too.
  [/tizen|web0s|webos|smart-?tv|appletv|googletv|bravia|crkey|\baft\w+|\btv\b/i, 'TV'],
  [/android/i, 'Android'],
  [/iphone/i, 'iPhone'],
  [/ipad/i, 'iPad'],
  [/windows/i, 'Windows'],
  [/mac os/i, 'Mac'],
  [/cros/i, 'ChromeOS'],
  [/linux|x11/i, 'Linux'],
];
const BROWSERS: [RegExp, string][] = [
  [/edg/i, 'Edge'],
  [/opr|opera/i, 'Opera'],
  [/samsungbrowser/i, 'Samsung Internet'],
  [/firefox|fxios/i, 'Firefox'],
  [/headlesschrome|chrome|crios/i, 'Chrome'],
  [/safari/i, 'Safari'],
];

/** 'Chrome · Android': enough for its owner to recognise a device. Empty when nothing matches. */
export function deviceName(userAgent: string): string {
  const match = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [match(BROWSERS), match(SYSTEMS)].filter(Boolean).join(' · ');
}
