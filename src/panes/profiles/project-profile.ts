import { MuxError } from '../../model/index.js';
import type { Profile, ProfileKeys } from './profile-shape.js';

/**
 * A profile out of a folder that somebody else may have made. It decides when Enter is pressed, so it must not make
 * sending less careful: it is for programs that no other profile knows, known by their command alone; it presses no key
 * that types or answers something; and what `generic` takes for a question stays one. Fails with `PROFILE_INVALID`.
 *
 * @param own the profiles of the user, and those that come with muxwright
 */
export function projectProfile(profile: Profile, own: readonly Profile[]): Profile {
  const reason = reasonAgainst(profile, own);
  if (reason !== undefined) {
    throw new MuxError('PROFILE_INVALID', `${profile.source} is a profile of a project, and ${reason}.`, {
      suggestion: 'Change it, or, if you trust it, copy it to a folder that your own muxwright.yaml names.',
      details: { file: profile.source },
    });
  }
  const guard = own.find(({ name }) => name === 'generic');
  return guard ? { ...profile, guard } : profile;
}

function reasonAgainst(profile: Profile, own: readonly Profile[]): string | undefined {
  if (own.some(({ name }) => name === profile.name)) return `cannot replace '${profile.name}'`;
  const known = profile.programs.find((program) => own.some(({ programs }) => programs.includes(program)));
  if (known !== undefined) return `cannot be for '${known}', which has a profile`;
  if (profile.titles.length > 0) return 'cannot know programs by titles';
  // A row with the version is fine where the command is known.
  if (profile.banner && profile.programs.length === 0) return 'cannot know programs by a banner';
  if (profile.takesTextAtWork) return 'cannot set text-at-work';
  const key = keysOf(profile.keys).find((each) => !SAFE_KEY.test(each));
  return key === undefined ? undefined : `cannot press '${key}'`;
}

function keysOf({ submit, clear, dismiss, interrupt }: ProfileKeys): readonly string[] {
  return [...submit, ...clear, ...dismiss, ...interrupt];
}

/** Keys that edit a line, send it, or take something away. A letter or a digit could answer a question. */
const SAFE_KEY = /^(?:C-[a-z]|(?:[CMS]-)?(?:Enter|Escape|Tab|BTab|BSpace|Home|End|DC))$/;
