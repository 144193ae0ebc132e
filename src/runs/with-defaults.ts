/** Options over defaults, where one that is `undefined` counts as one that was not given. */
export function withDefaults<Defaults extends object, Options extends object>(
  defaults: Defaults,
  options: Options,
): Defaults & Options {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(given) } as Defaults & Options;
}
