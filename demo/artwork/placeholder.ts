import { gouge } from './draw/curves.ts';
import { indigo, indigoDeep, indigoLight, mango, night } from './draw/palette.ts';
import { scallops } from './draw/shapes.ts';
import { all, circle, path, place, polar, rect, stroke } from './draw/svg.ts';
import { rings } from './draw/texture.ts';
import { posterSheet } from './draw/title.ts';

/** The poster of a title without artwork: a film reel cut from a drum lid. */
export const placeholder = (): string =>
  posterSheet(
    rect(0, 0, 800, 1200, indigoDeep) +
      rings(400, 540, 330, 700, 30, indigo, (t) => 0.34 * (1 - t)) +
      path(scallops(400, 540, 296, 24, 12), night) +
      circle(400, 540, 282, indigoLight) +
      circle(400, 540, 274, night) +
      all(5, (i) =>
        place(
          400,
          540,
          circle(0, -164, 78, indigo) +
            circle(0, -164, 64, 'none', `stroke="${indigoLight}" stroke-width="5" stroke-dasharray="12 10"`),
          { degrees: i * 72 },
        ),
      ) +
      circle(400, 540, 46, mango) +
      circle(400, 540, 20, night) +
      all(40, (i) => {
        const [x, y] = polar(400, 540, 258, i * 9);
        return circle(x, y, 5, indigoLight);
      }) +
      all(5, (i) =>
        path(gouge(polar(400, 540, 70, i * 72 - 54), polar(400, 540, 236, i * 72 - 54), 8), indigoLight),
      ) +
      stroke('M640 700C720 820 620 920 500 900S260 880 240 980S340 1100 460 1060', night, 62) +
      stroke(
        'M640 700C720 820 620 920 500 900S260 880 240 980S340 1100 460 1060',
        indigoLight,
        9,
        'stroke-dasharray="14 24"',
      ),
  );
