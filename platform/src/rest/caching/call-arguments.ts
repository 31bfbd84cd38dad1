import type { CallPlan } from '../plan/plan-call.ts';

/** The texts of a call's arguments, by name. */
export function argumentsOf({ arguments: given }: CallPlan): Map<string, string> {
  if (given.kind === 'texts') {
    return new Map(
      given.values.flatMap(({ name, value }) => (typeof value === 'string' ? [[name, value] as const] : [])),
    );
  }
  if (given.kind !== 'json' || given.payload.isArray) return new Map();
  const values = Object.entries(JSON.parse(given.payload.text) as Record<string, unknown>);
  return new Map(values.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
}
