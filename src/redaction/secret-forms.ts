import { withoutInvisibles } from '../vt/index.js';

/**
 * What a line of a secret may look like where it is printed: as it is, and as programs escape it. One with control
 * characters in it loses them on a screen, and is looked for in a text without them; a terminal that echoes what is
 * typed, and `cat -v`, write `^G` in their place.
 */
export function secretForms(line: string): string[] {
  const forms = shownForms(line);
  return [...new Set([...forms, ...forms.flatMap(writtenForms)])].filter((form) => !form.includes('\0'));
}

/** As programs write it into JSON, an address, a form of a page, and a line for a shell. */
function writtenForms(text: string): string[] {
  // Half of a surrogate pair is in no address.
  const url = /\p{Surrogate}/u.test(text) ? text : encodeURIComponent(text);
  return [
    JSON.stringify(text).slice(1, -1),
    url,
    url.replaceAll('%20', '+'),
    text.replaceAll("'", "'\\''"),
    text.replace(SPECIAL_TO_SHELLS, '\\$&'),
  ];
}

/** As `printf %q` knows them. */
const SPECIAL_TO_SHELLS = /[\t !"#$&'()*;<>?[\\\]^`{|}~]/g;

function shownForms(line: string): string[] {
  if (!CONTROL.test(line)) return [line];
  const echoed = line.replace(
    CONTROLS,
    (character) => `^${String.fromCharCode(character.charCodeAt(0) ^ 64)}`,
  );
  const shown = withoutInvisibles(line);
  const forms = [line, echoed, ...(shown.trim().length >= SHORTEST_SHOWN ? [shown] : [])];
  // No filter in awk can look for a zero byte; it takes them out with all that is invisible.
  return forms.filter((form, index) => forms.indexOf(form) === index && !form.includes('\0'));
}

/** A letter or two that are left would be hidden everywhere. */
const SHORTEST_SHOWN = 4;

const CONTROL = /[\x00-\x08\x0b-\x1f\x7f]/;
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f]/g;
