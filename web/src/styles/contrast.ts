/** Contrast of two colours written in OKLCH, as WCAG 2 counts it. */

type Rgb = readonly [number, number, number];

function linearRgb(oklch: string): Rgb {
  const [lightness, chroma, hue] = oklch
    .match(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)/)!
    .slice(1)
    .map(Number) as [number, number, number];
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** Whether a screen can show it as written. Beyond that, browsers pick a neighbour, each its own. */
export function isShowable(oklch: string): boolean {
  return linearRgb(oklch).every((channel) => channel > -0.002 && channel < 1.002);
}

function luminance(oklch: string): number {
  const [red, green, blue] = linearRgb(oklch).map((channel) => Math.min(1, Math.max(0, channel))) as [
    number,
    number,
    number,
  ];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}
