/**
 * What a DCS carries past tmux to the terminal around it (`ESC P tmux; … ESC \`), where every ESC is doubled;
 * `undefined` for any other DCS.
 */
export function passedThrough(deviceControl: string): string | undefined {
  if (!deviceControl.startsWith(PREFIX)) return undefined;
  return deviceControl.slice(PREFIX.length).replace(/\x1b(.)/gs, '$1');
}

const PREFIX = 'tmux;';
