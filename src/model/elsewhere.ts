/**
 * Several machines may share a store. What is on one of them, its own tmux server or a file, has no meaning on the
 * others: there it is named with its machine in front of it, `machine://alice@web1/local`.
 */
export function isElsewhere(place: string): boolean {
  return place.startsWith(SCHEME);
}

/** The name that others know a place of a machine by. */
export function onMachine(machine: string, place: string): string {
  return `${SCHEME}${machine}/${place}`;
}

/** Takes a place apart that is on another machine. */
export function machineOf(place: string): { readonly machine: string; readonly place: string } | undefined {
  const match = /^machine:\/\/([^/]+)\/(.*)$/s.exec(place);
  return match?.[1] === undefined || match[2] === undefined
    ? undefined
    : { machine: match[1], place: match[2] };
}

const SCHEME = 'machine://';
