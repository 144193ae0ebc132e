/** The end of a text, from the begin of a line or character on, in so many bytes at most. */
export function lastBytes(text: string, maxBytes: number): { readonly text: string; readonly cut: boolean } {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return { text, cut: false };
  let from = bytes.length - maxBytes;
  const newline = bytes.indexOf(0x0a, from - 1);
  if (newline >= 0 && newline < bytes.length - 1) from = newline + 1;
  // Not in the middle of a character.
  while (((bytes[from] ?? 0) & 0xc0) === 0x80) from++;
  return { text: bytes.toString('utf8', from), cut: true };
}
