import { night } from '../draw/palette.ts';
import { all, circle, ellipse, path, stroke } from '../draw/svg.ts';

/** A bust cut from sheet iron on 256 × 256: shoulders, neck, head. Everything else is cut into it or added. */
export const shoulders = path(
  'M24 256C28 206 70 196 106 186L108 158L148 158L150 186C186 196 228 206 232 256Z',
  night,
);
export const head = ellipse(128, 118, 43, 53, night);

export type Look = 'open' | 'closed' | 'glasses';

/** The chisel's marks that make a face, in the colour of what lies behind. */
export function features(cut: string, look: Look, smile = 8): string {
  const eyes =
    look === 'closed'
      ? stroke('M99 114Q109 123 119 114M137 114Q147 123 157 114', cut, 4)
      : look === 'open'
        ? path('M98 114Q109 104 120 114Q109 124 98 114ZM136 114Q147 104 158 114Q147 124 136 114Z', cut) +
          circle(109, 114, 4, night) +
          circle(147, 114, 4, night)
        : circle(108, 114, 15, 'none', `stroke="${cut}" stroke-width="4"`) +
          circle(148, 114, 15, 'none', `stroke="${cut}" stroke-width="4"`) +
          stroke('M123 112Q128 108 133 112M93 110L86 106M163 110L170 106', cut, 4) +
          circle(108, 114, 4, cut) +
          circle(148, 114, 4, cut);
  return (
    eyes +
    stroke('M97 98Q108 91 119 97M137 97Q148 91 159 98', cut, 4) +
    stroke('M128 112L122 136Q128 141 135 136', cut, 4) +
    stroke(`M112 151Q128 ${151 + smile} 144 151`, cut, 4.5)
  );
}

/** Punched dots and bows along the shoulders. */
export const collar = (cut: string, kind: 'dots' | 'bows' | 'teeth'): string =>
  kind === 'dots'
    ? all(9, (i) => circle(64 + i * 16, 226 - 22 * Math.sin(((i + 0.5) / 9) * Math.PI), 4.5, cut))
    : kind === 'bows'
      ? all(6, (i) =>
          stroke(`M${52 + i * 26} ${232 - 16 * Math.sin(((i + 0.5) / 6) * Math.PI)}q13 16 26 0`, cut, 4),
        )
      : all(8, (i) =>
          path(`M${56 + i * 18} ${236 - 18 * Math.sin(((i + 0.5) / 8) * Math.PI)}l9 -18l9 18Z`, cut),
        );
