/**
 * The names of what differs between two configurations: `server.logLevel`; settings outside of a section by their name
 * alone.
 */
export function changedSettings(before: object, after: object, section = ''): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    const [old, now] = [settingOf(before, name), settingOf(after, name)];
    if (JSON.stringify(old) === JSON.stringify(now)) return [];
    const isSection = section === '' && isPlain(old) && isPlain(now);
    return isSection ? changedSettings(old, now, `${name}.`) : [section + name];
  });
}

function settingOf(from: object, name: string): unknown {
  return (from as Record<string, unknown>)[name];
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
