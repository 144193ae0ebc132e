import type { ParsedArguments } from '../parse-arguments.js';

/** What somebody may reach, out of the options `--host`, `--session` and `--tag`. */
export interface Limits {
  readonly hosts?: string[] | undefined;
  readonly sessions?: string[] | undefined;
  readonly tags?: string[] | undefined;
}

export function limitsOf(args: ParsedArguments): Limits {
  const [hosts, sessions, tags] = ['host', 'session', 'tag'].map((name) => [...args.values(name)]);
  return {
    ...(hosts?.length && { hosts }),
    ...(sessions?.length && { sessions }),
    ...(tags?.length && { tags }),
  };
}

/** The same for people: `docker://box, session work`. */
export function reachText(scopes: readonly string[], { hosts, sessions, tags }: Limits): string {
  if (scopes.includes('admin')) return 'everything';
  return [
    ...(hosts ?? ['known hosts']),
    ...(sessions ?? []).map((name) => `session ${name}`),
    ...(tags ?? []).map((tag) => `tag ${tag}`),
  ].join(', ');
}
