const BROWSERS: [string, RegExp][] = [
  ['Edge', /\bEdg(A|iOS)?\//],
  ['Opera', /\b(OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];
const SYSTEMS: [string, RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** Enough for somebody to recognise their own phone: 'Chrome, Android'. */
export function describeDevice(userAgent: string): string {
  const names = [BROWSERS, SYSTEMS].map((known) => known.find(([, sign]) => sign.test(userAgent))?.[0]);
  return names.filter(Boolean).join(', ');
}
