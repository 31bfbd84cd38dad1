/** A setting that this function cannot work without. */
export function requireSetting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}
