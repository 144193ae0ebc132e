/** A URL for each of its hosts: `postgres://ann@one:5432,two/mux` names two, of which one can be written to. */
export function eachHost(url: string): readonly string[] {
  const parts = PARTS.exec(url)?.groups;
  if (!parts) return [url];
  const { before = '', hosts = '', after = '' } = parts;
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

/** The URL of the first host with the names of all of them again. */
export function withHostsOf(url: string, all: string): string {
  const hosts = PARTS.exec(all)?.groups?.hosts ?? '';
  if (!hosts.includes(',')) return url;
  return url.replace(PARTS, (...match) => {
    const { before, after } = match.at(-1) as { readonly before: string; readonly after: string };
    return `${before}${hosts}${after}`;
  });
}

const PARTS = /^(?<before>postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)(?<hosts>[^@/?#]*)(?<after>.*)$/is;
