import { callOf, MuxError, type Phrase, phrase, shownText } from '../../model/index.js';
import type { PlaceRef } from './place.js';
import type { Reach } from './reach.js';

export function hostRefused(reach: Reach, host: string): MuxError {
  const shown = shownText(host, LONGEST);
  const which = reach.hosts === 'known' ? 'a host known to muxwright' : `among ${shownList(reach.hosts)}`;
  return new MuxError(
    'HOST_NOT_ALLOWED',
    `${holder[reach.of]} may not reach '${shown}': it is not ${which}.`,
    {
      suggestion:
        reach.of === 'mcp'
          ? `Start mux mcp with --host '${shown}'.`
          : `Use a token created with: mux token create NAME --host '${shown}'.`,
      details: { host: shown },
    },
  );
}

export function targetRefused(reach: Reach, ref: PlaceRef): MuxError {
  const { sessions, tags } = reach;
  const limits = [
    ...(Array.isArray(reach.hosts) ? [`the hosts ${shownList(reach.hosts)}`] : []),
    ...(sessions.length > 0 ? [`the sessions ${shownList(sessions)}`] : []),
    ...(tags.length > 0 ? [`the tags ${shownList(tags)}`] : []),
  ];
  return new MuxError(
    'TARGET_NOT_ALLOWED',
    `${holder[reach.of]} may not reach ${nameOf(ref)}: it is limited to ${limits.join(', ')}.`,
    { suggestion: next(reach, ref), details: { ...('target' in ref && { target: shownText(ref.target) }) } },
  );
}

const holder: Readonly<Record<Reach['of'], string>> = { token: 'The token', mcp: 'The model' };

function nameOf(ref: PlaceRef): string {
  if ('everything' in ref) return 'everything at once';
  if ('on' in ref) return `'${shownText(ref.on, LONGEST)}'`;
  if ('all' in ref) return `all of '${shownText(ref.all, LONGEST)}' at once`;
  if ('session' in ref) {
    const what =
      ref.session === undefined ? 'a session without a name' : `the session '${shownText(ref.session)}'`;
    return `${what} on '${shownText(ref.host, LONGEST)}'`;
  }
  const [kind = '', name = ''] = Object.entries(ref).find(([key]) => key !== 'host') ?? [];
  return `the ${kind} '${shownText(String(name))}'`;
}

/** What is started has to be inside from its first moment. */
function next({ sessions, tags }: Reach, ref: PlaceRef): string | Phrase {
  if ('session' in ref) {
    const give = [
      ...(sessions.length > 0 ? [`a session of ${shownList(sessions)}`] : []),
      ...(tags.length > 0 ? [`a tag of ${shownList(tags)}`] : []),
    ];
    return `Give ${give.join(' and ')}.`;
  }
  return phrase`${callOf('pane.list')}, ${callOf('run.list')} and ${callOf('worker.list')} list what is in reach.`;
}

function shownList(words: Reach['hosts']): string {
  return typeof words === 'string' ? words : words.map((word) => `'${shownText(word, LONGEST)}'`).join(', ');
}

const LONGEST = 200;
