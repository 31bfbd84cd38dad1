import { gouge, leaf } from '../draw/curves.ts';
import {
  cane,
  caneLight,
  chalk,
  hibiscus,
  indigo,
  indigoDeep,
  lagoonLight,
  mango,
  mangoLight,
  night,
  petal,
  rose,
  straw,
} from '../draw/palette.ts';
import { rays, scallops, star } from '../draw/shapes.ts';
import { all, circle, ellipse, path, place, polar, rect, sheet, stroke } from '../draw/svg.ts';
import { collar, features, head, shoulders } from './bust.ts';

const emblem = (background: string, content: string): string =>
  sheet(256, 256, rect(0, 0, 256, 256, background) + content);

/** The admin: a head with the sun around it. */
const admin = (): string =>
  emblem(
    mango,
    path(rays(128, 118, 60, 112, 18, 0.62, 10), hibiscus) +
      circle(128, 118, 66, night) +
      circle(128, 118, 58, mango) +
      shoulders +
      head +
      features(mango, 'open') +
      collar(mango, 'teeth') +
      path('M92 82L98 52L114 72L128 44L142 72L158 52L164 82Q128 68 92 82Z', night) +
      circle(128, 64, 5, mango),
  );

/** Somebody with a season ticket: a star for a face. */
const subscriber = (): string =>
  emblem(
    indigo,
    circle(128, 128, 108, indigoDeep) +
      path(star(128, 134, 112, 52, 5), mango) +
      path(star(128, 134, 92, 43, 5), night) +
      stroke('M100 122Q110 132 120 122M136 122Q146 132 156 122', mango, 5) +
      stroke('M108 150Q128 170 148 150', mango, 5) +
      all(5, (i) => {
        const [x, y] = polar(128, 134, 68, -90 + i * 72);
        return circle(x, y, 5, mango);
      }),
  );

/** A guest who just flew in. */
const member = (): string =>
  emblem(
    caneLight,
    path(
      'M40 150C60 92 120 70 168 92C186 70 216 78 220 102L244 112L216 124C206 176 150 208 96 190C76 210 44 214 26 206C44 196 52 184 54 172C44 168 40 160 40 150Z',
      night,
    ) +
      path(leaf([150, 128], [54, 64], 34, -14), night, `stroke="${caneLight}" stroke-width="5"`) +
      all(4, (i) => path(gouge([140 - i * 8, 122 - i * 2], [84 - i * 10, 84 + i * 2], 3, -4), caneLight)) +
      circle(198, 104, 7, caneLight) +
      all(3, (i) => stroke(`M${92 + i * 30} 164q15 18 30 0`, caneLight, 5)) +
      stroke('M116 192L112 222M142 192L142 222', night, 7) +
      path('M78 236L182 236', 'none', `stroke="${night}" stroke-width="9" stroke-linecap="round"`),
  );

/** Manno: felt hat and a guitar over the shoulder. */
const manno = (): string =>
  emblem(
    hibiscus,
    place(
      210,
      40,
      rect(-9, -60, 18, 320, night) +
        rect(-15, -64, 30, 40, night) +
        circle(-18, -52, 5, night) +
        circle(18, -52, 5, night) +
        all(10, (i) => rect(-9, -10 + i * 22, 18, 4, hibiscus)),
      { degrees: 22 },
    ) +
      shoulders +
      head +
      features(hibiscus, 'closed', 12) +
      collar(hibiscus, 'bows') +
      path('M62 92C80 84 88 78 92 58C96 30 160 30 164 58C168 78 176 84 194 92C170 104 86 104 62 92Z', night) +
      stroke('M92 78Q128 90 164 78', hibiscus, 6),
  );

/** Darline: a high head wrap and hoops. */
const darline = (): string =>
  emblem(
    straw,
    shoulders +
      head +
      features(straw, 'open', 9) +
      path('M82 98C66 40 100 14 128 14C156 14 190 40 174 98C150 78 106 78 82 98Z', night) +
      stroke('M92 84Q108 40 146 24M110 78Q124 46 160 40M132 76Q146 58 170 60', straw, 5) +
      path('M150 30C176 4 200 20 188 40C208 46 194 66 170 58Z', night) +
      [82, 174].map((x) => circle(x, 152, 14, 'none', `stroke="${hibiscus}" stroke-width="6"`)).join('') +
      collar(hibiscus, 'dots'),
  );

/** Wilner: cap, beard, a lens for an eye. */
const wilner = (): string =>
  emblem(
    lagoonLight,
    shoulders +
      head +
      path('M85 122C84 190 108 202 128 202C148 202 172 190 171 122C160 150 96 150 85 122Z', night) +
      features(lagoonLight, 'open', 4) +
      all(7, (i) =>
        path(
          gouge([100 + i * 9.4, 164 + (i % 2) * 4], [104 + i * 8, 190 - Math.abs(i - 3) * 4], 2.4),
          lagoonLight,
        ),
      ) +
      path('M84 92C82 48 174 48 172 92L206 96C206 104 196 106 172 104L84 100Z', night) +
      stroke('M90 88Q128 76 168 88', lagoonLight, 5) +
      circle(128, 62, 5, lagoonLight) +
      collar(lagoonLight, 'teeth'),
  );

/** Roseline: a crown of hair with one hibiscus in it. */
const roseline = (): string =>
  emblem(
    rose,
    shoulders +
      path(scallops(128, 96, 72, 15, 7), night) +
      circle(128, 122, 47, rose) +
      head +
      features(rose, 'closed', 10) +
      all(16, (i) => {
        const [x, y] = polar(128, 96, 62, 160 + i * 14.6);
        return circle(x, y, 4, rose);
      }) +
      place(
        186,
        66,
        all(5, (i) =>
          place(0, 0, path(leaf([0, 0], [0, -34], 17), hibiscus, `stroke="${night}" stroke-width="3"`), {
            degrees: i * 72,
          }),
        ) + circle(0, 0, 8, mango),
      ) +
      collar(rose, 'bows'),
  );

/** Jean-Robert: spectacles, moustache, the rim of a drum behind him. */
const jeanrobert = (): string =>
  emblem(
    cane,
    circle(128, 118, 104, night) +
      circle(128, 118, 92, mangoLight) +
      all(24, (i) => {
        const [a, b] = [polar(128, 118, 104, i * 15), polar(128, 118, 90, i * 15 + 8)];
        return stroke(`M${a}L${b}`, cane, 4);
      }) +
      shoulders +
      head +
      features(mangoLight, 'glasses', 2) +
      path(
        'M98 146C108 136 120 138 128 143C136 138 148 136 158 146C148 154 136 152 128 148C120 152 108 154 98 146Z',
        mangoLight,
      ) +
      all(7, (i) =>
        path(
          gouge([98 + i * 10, 78 + Math.abs(i - 3) * 3], [96 + i * 10.6, 66 + Math.abs(i - 3) * 4], 2.6),
          mangoLight,
        ),
      ) +
      collar(cane, 'dots'),
  );

/** Nadège: braids that end in beads, a moon behind. */
const nadege = (): string =>
  emblem(
    indigoDeep,
    circle(128, 112, 94, petal) +
      shoulders.replace(night, '#05060D') +
      all(8, (i) => {
        const side = i < 4 ? -1 : 1;
        const k = i % 4;
        const x = 128 + side * (34 + k * 11);
        return (
          stroke(
            `M${128 + side * (14 + k * 8)} 72C${x + side * 12} 96 ${x} 140 ${x + side * 4} ${172 + k * 9}`,
            night,
            10,
          ) + circle(x + side * 4, 178 + k * 9, 6, k % 2 ? mango : hibiscus)
        );
      }) +
      head +
      path('M85 112C84 54 172 54 171 112C156 84 100 84 85 112Z', night) +
      features(petal, 'open', 8) +
      stroke('M128 66L128 88M108 70L112 90M148 70L144 90', petal, 3) +
      collar(chalk, 'teeth') +
      ellipse(128, 250, 4, 4, mango),
  );

export const emblems: Readonly<Record<string, () => string>> = {
  admin,
  subscriber,
  member,
  manno,
  darline,
  wilner,
  roseline,
  jeanrobert,
  nadege,
};
