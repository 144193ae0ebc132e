/** An address as people say it: `this machine`, `this machine · demo`, `docker sandbox`, `ssh ada@build`. */
export function hostText(host: string): string {
  const [place = '', query = ''] = host.split('?', 2);
  const socket = new URLSearchParams(query).get('socket');
  const [kind, rest] = place.split('://', 2);
  const name = place === 'local' ? 'this machine' : rest === undefined ? place : `${kind} ${rest}`;
  return socket === null ? name : `${name} · ${socket}`;
}
