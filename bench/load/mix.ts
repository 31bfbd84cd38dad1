export const ROLES = ['watch', 'browse', 'search', 'reply', 'pay', 'upload'] as const;
export type Role = (typeof ROLES)[number];

/** Of a hundred people, how many do what. A choice, not a measurement: nobody has watched a Friday evening of ours yet. */
export const MIXES = {
  friday: { watch: 70, browse: 18, search: 5, reply: 4, pay: 2, upload: 1 },
  watching: { watch: 100, browse: 0, search: 0, reply: 0, pay: 0, upload: 0 },
} satisfies Record<string, Record<Role, number>>;
export type MixName = keyof typeof MIXES;

/** How many editors upload films meanwhile, however many people there are. */
export const EDITORS: Record<MixName, number> = { friday: 1, watching: 0 };

/** What the person with this number does. Of every hundred in a row, the shares are exact; 61 spreads the roles among them. */
export function roleOf(number: number, mix: MixName): Role {
  let place = (number * 61) % 100;
  for (const role of ROLES) {
    place -= MIXES[mix][role];
    if (place < 0) return role;
  }
  return 'watch';
}
