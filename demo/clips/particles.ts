import { leaf } from '../artwork/draw/curves.ts';
import {
  chalk,
  hibiscus,
  indigoLight,
  mango,
  mangoLight,
  night,
  sky,
  straw,
} from '../artwork/draw/palette.ts';
import { seeded } from '../artwork/draw/random.ts';
import { circle, path, place, polygon, rect, sheet, stroke } from '../artwork/draw/svg.ts';
import { type Bitmap, drawSprite, renderSvg } from './bitmap.ts';

/** What moves through the air of a film. */
export type ParticleKind =
  | 'fireflies'
  | 'stars'
  | 'rain'
  | 'confetti'
  | 'birds'
  | 'sparks'
  | 'waves'
  | 'leaves'
  | 'kites';

/** Draws on a frame at a time given in seconds. */
export type DrawFrame = (frame: Bitmap, second: number) => void;

const renderSprite = (content: string, size: number): Promise<Bitmap> =>
  renderSvg(sheet(100, 100, content), size, size);
const wrap = (value: number, limit: number): number => ((value % limit) + limit) % limit;
const TURN = Math.PI * 2;

/** Deterministic: the same seed gives the same animation in every build. */
export async function createParticles(
  kind: ParticleKind,
  seed: number,
  width: number,
  height: number,
): Promise<DrawFrame> {
  const random = seeded(seed);
  const scatter = (count: number) =>
    Array.from({ length: count }, () => ({
      x: random.between(0, width),
      y: random.between(0, height),
      speed: random.between(0.6, 1.4),
      phase: random.between(0, TURN),
      which: Math.floor(random.between(0, 3)),
    }));
  const unit = height / 360;
  const creators: Record<ParticleKind, () => Promise<DrawFrame>> = {
    async fireflies() {
      const glow = await renderSprite(
        circle(50, 50, 46, '#A6D25C', 'opacity="0.25"') +
          circle(50, 50, 26, '#A6D25C', 'opacity="0.55"') +
          circle(50, 50, 12, '#F4F9B8'),
        Math.round(26 * unit),
      );
      const flies = scatter(16);
      return (frame, t) => {
        for (const { x, y, speed, phase } of flies)
          drawSprite(
            frame,
            glow,
            x + Math.sin(t * speed + phase) * 34 * unit,
            y + Math.cos(t * speed * 0.8 + phase) * 24 * unit,
            Math.max(0, Math.sin(t * speed * 2.2 + phase)),
          );
      };
    },
    async stars() {
      const shine = await renderSprite(
        path('M50 4L58 42L96 50L58 58L50 96L42 58L4 50L42 42Z', chalk),
        Math.round(13 * unit),
      );
      const sky = scatter(16);
      return (frame, t) => {
        for (const { x, y, speed, phase } of sky)
          drawSprite(frame, shine, x, y * 0.6, Math.sin(t * speed * 2 + phase) > 0.2 ? 1 : 0);
      };
    },
    async rain() {
      const drop = await renderSprite(stroke('M64 6L40 94', sky, 7), Math.round(30 * unit));
      const drops = scatter(18);
      return (frame, t) => {
        for (const { x, y, speed } of drops)
          drawSprite(
            frame,
            drop,
            wrap(x - t * 90 * speed * unit, width + 40) - 20,
            wrap(y + t * 330 * speed * unit, height + 40) - 30,
            0.8,
          );
      };
    },
    async confetti() {
      const bits = await Promise.all(
        [mango, hibiscus, sky].map((ink, n) =>
          renderSprite(
            place(50, 50, rect(-34, -16, 68, 32, ink), { degrees: n * 50 }),
            Math.round(15 * unit),
          ),
        ),
      );
      const flakes = scatter(16);
      return (frame, t) => {
        for (const { x, y, speed, phase, which } of flakes)
          drawSprite(
            frame,
            bits[which] as Bitmap,
            x + Math.sin(t * 2 * speed + phase) * 16 * unit,
            wrap(y + t * 70 * speed * unit, height + 20) - 20,
          );
      };
    },
    async birds() {
      const wings = await Promise.all([
        renderSprite(
          path('M4 40Q30 20 50 52Q70 20 96 40Q70 34 50 66Q30 34 4 40Z', night),
          Math.round(30 * unit),
        ),
        renderSprite(
          path('M4 66Q30 56 50 52Q70 56 96 66Q70 60 50 66Q30 60 4 66Z', night),
          Math.round(30 * unit),
        ),
      ]);
      const flock = scatter(7);
      return (frame, t) => {
        for (const { x, y, speed, phase } of flock)
          drawSprite(
            frame,
            wings[Math.floor(t * 5 * speed + phase) % 2] as Bitmap,
            wrap(x + t * 46 * speed * unit, width + 60) - 40,
            y * 0.45 + 14 * unit + Math.sin(t + phase) * 9 * unit,
          );
      };
    },
    async sparks() {
      const spark = await renderSprite(
        circle(50, 50, 46, mango) + circle(50, 50, 22, straw),
        Math.round(8 * unit),
      );
      const embers = scatter(14);
      return (frame, t) => {
        for (const { x, y, speed, phase } of embers)
          drawSprite(
            frame,
            spark,
            x + Math.sin(t * 2 + phase) * 10 * unit,
            wrap(y - t * 52 * speed * unit, height + 12) - 10,
            Math.sin(t * 3 * speed + phase) > -0.4 ? 1 : 0.3,
          );
      };
    },
    async waves() {
      const wide = width + Math.round(160 * unit);
      const bows = (ink: string, foot: number) => {
        let d = 'M0 40';
        for (let x = 0; x < 1000; x += 50) d += 'q25 -34 50 0';
        return sheet(1000, 100, path(`${d}L1000 ${foot}L0 ${foot}Z`, ink) + stroke(d, chalk, 3));
      };
      const rows = await Promise.all(
        ['#31499F', '#24388F', '#1B2A70'].map((ink) =>
          renderSvg(bows(ink, 100), wide, Math.round(34 * unit)),
        ),
      );
      return (frame, t) => {
        for (const [n, row] of rows.entries())
          drawSprite(
            frame,
            row,
            -80 * unit + Math.sin(t * (0.9 + n * 0.2) + n * 2) * 60 * unit,
            height - (58 - n * 19) * unit + Math.sin(t * 1.4 + n) * 4 * unit,
          );
      };
    },
    async leaves() {
      const blades = await Promise.all(
        ['#2F8F63', '#8FCBA6', mangoLight].map((ink, n) =>
          renderSprite(
            place(50, 50, path(leaf([-36, 0], [36, 0], 20), ink), { degrees: 30 + n * 55 }),
            Math.round(20 * unit),
          ),
        ),
      );
      const falling = scatter(14);
      return (frame, t) => {
        for (const { x, y, speed, phase, which } of falling)
          drawSprite(
            frame,
            blades[which] as Bitmap,
            wrap(x - t * 26 * speed * unit, width + 40) - 20 + Math.sin(t * 1.8 + phase) * 18 * unit,
            wrap(y + t * 38 * speed * unit, height + 30) - 25,
          );
      };
    },
    async kites() {
      const kites = await Promise.all(
        [hibiscus, mango, indigoLight].map((ink) =>
          renderSprite(
            polygon(
              [
                [50, 4],
                [78, 34],
                [50, 66],
                [22, 34],
              ],
              ink,
              `stroke="${night}" stroke-width="4"`,
            ) +
              stroke('M50 4L50 66M22 34L78 34', night, 3) +
              stroke('M50 66Q62 78 50 86Q40 92 50 100', night, 4),
            Math.round(56 * unit),
          ),
        ),
      );
      const sails = scatter(5);
      return (frame, t) => {
        for (const [n, { x, y, speed, phase }] of sails.entries())
          drawSprite(
            frame,
            kites[n % 3] as Bitmap,
            x * 0.86 + Math.sin(t * speed + phase) * 30 * unit,
            y * 0.4 + Math.cos(t * speed * 1.3 + phase) * 18 * unit,
          );
      };
    },
  };
  return creators[kind]();
}
