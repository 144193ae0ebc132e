import { LineCounter, parseDocument } from 'yaml';
import { MuxError, tooDeepLine } from '../../model/index.js';
import { boxKinds, type InputHints, inputDefaults, menuDefaults } from '../../screen/index.js';
import { parseConversationRules } from './conversation-rules.js';
import { ProfileField } from './profile-field.js';
import {
  type CompletionHints,
  confidences,
  inputConditions,
  type Profile,
  type ProfileKeys,
  type QueuedHints,
  type RowCondition,
  rowPlaces,
  type ScreenRule,
  screenStates,
} from './profile-shape.js';
import { isVersionRange } from './version-range.js';

const profileDefaults = Object.freeze({
  /** Rows that a condition looks at. */
  within: 40,
  /** Gemini CLI takes Enter within 20 ms as a line break, and never after 40 ms. */
  enterAfterMs: 80,
  keys: Object.freeze({ submit: ['Enter'], clear: ['C-u'], dismiss: ['Escape'], interrupt: ['Escape'] }),
});

/**
 * Reads a profile from YAML or JSON. A mistake is an error that names the file, the line, the field and what to
 * write instead.
 *
 * @example
 * const profile = parseProfile(await readFile(path, 'utf8'), path);
 */
export function parseProfile(text: string, path: string, { shipped = false } = {}): Profile {
  const deep = tooDeepLine(text);
  if (deep !== undefined) {
    throw new MuxError('PROFILE_INVALID', `${path}, line ${deep}: this is nested too deeply.`, {
      suggestion: 'See the profiles that muxwright ships: none has more than six levels.',
      details: { file: path, line: deep, field: '' },
    });
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [mistake] = document.errors;
  if (mistake) {
    const line = mistake.linePos?.[0].line ?? 1;
    const what = mistake.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/u, '') ?? '';
    throw new MuxError('PROFILE_INVALID', `${path}, line ${line}: this is not valid YAML: ${what}.`, {
      suggestion: 'Check the indentation and the quotes of that line.',
      details: { file: path, line, field: '' },
      cause: mistake,
    });
  }
  return profileOf(new ProfileField({ path, document, lines, shipped }, document.contents, ''), path);
}

function profileOf(root: ProfileField, source: string): Profile {
  root.only(
    ...[
      'name',
      'description',
      'programs',
      'titles',
      'banner',
      'versions',
      'input',
      'menu',
      'queued',
      'rules',
    ],
    ...[
      'completions',
      'keys',
      'space-behind',
      'enter-after',
      'text-at-work',
      'keeps-enter',
      'refuses',
      'conversation',
    ],
  );
  const versions = root.get('versions');
  if (versions && !isVersionRange(versions.text())) {
    throw versions.wrong('is not a version range', "Write one as '>=2.1.0 <3', or '*'.");
  }
  return {
    name: root.need('name').text(),
    source,
    programs: root.get('programs')?.texts() ?? [],
    titles: root.get('titles')?.patterns() ?? [],
    banner: root.get('banner')?.pattern(),
    versions: versions?.text(),
    input: inputOf(root.get('input')),
    menu: { pointers: root.get('menu')?.only('pointers').need('pointers').texts() ?? menuDefaults.pointers },
    queued: root.get('queued')?.list().map(queuedOf) ?? [],
    completions: root.get('completions')?.list().map(completionsOf) ?? [],
    rules: root.need('rules').list().map(ruleOf),
    keys: keysOf(root.get('keys')),
    spaceBehind: root.get('space-behind')?.pattern(),
    enterAfterMs: root.get('enter-after')?.milliseconds() ?? profileDefaults.enterAfterMs,
    takesTextAtWork: root.get('text-at-work')?.flag() ?? false,
    keepsEnter: root.get('keeps-enter')?.list().map(rowConditionOf) ?? [],
    refuses: root.get('refuses')?.patterns() ?? [],
    conversation: parseConversationRules(root.get('conversation')),
  };
}

function inputOf(field: ProfileField | undefined): InputHints {
  if (!field) return inputDefaults;
  field.only(
    ...['detect', 'markers', 'modes', 'border', 'cursor', 'placeholders', 'muted-when-empty'],
    'paste-markers',
  );
  const defaults = inputDefaults;
  return {
    detect: field.get('detect')?.oneOf(['any', 'border', 'marker', 'caret', 'bar']) ?? defaults.detect,
    markers: field.get('markers')?.texts() ?? defaults.markers,
    modes: field.get('modes')?.texts() ?? defaults.modes,
    border: field.get('border')?.pattern(),
    cursor: field.get('cursor')?.oneOf(['any', 'visible']) ?? defaults.cursor,
    placeholders: field.get('placeholders')?.patterns() ?? defaults.placeholders,
    mutedWhenEmpty:
      field.get('muted-when-empty')?.oneOf(['either', 'placeholder', 'ghost']) ?? defaults.mutedWhenEmpty,
    pasteMarkers: field.get('paste-markers')?.patterns() ?? defaults.pasteMarkers,
  };
}

function queuedOf(field: ProfileField): QueuedHints {
  field.only('match', 'more', 'below', 'muted', 'italic', 'sure');
  const below = field.get('below')?.pattern();
  const italic = field.get('italic')?.flag();
  return {
    ...(italic !== undefined && { italic }),
    ...(below !== undefined && { below }),
    match: field.need('match').pattern(),
    more: field.get('more')?.pattern(),
    muted: field.get('muted')?.oneOf(['marker', 'text']),
    sure: field.get('sure')?.flag() ?? false,
  };
}

function completionsOf(field: ProfileField): CompletionHints {
  field.only('where', 'match', 'sure');
  return {
    where: field.need('where').oneOf(['above', 'below']),
    match: field.need('match').pattern(),
    sure: field.get('sure')?.flag() ?? false,
  };
}

function keysOf(field: ProfileField | undefined): ProfileKeys {
  field?.only('submit', 'clear', 'dismiss', 'interrupt');
  const { submit, clear, dismiss, interrupt } = profileDefaults.keys;
  return {
    submit: field?.get('submit')?.texts() ?? submit,
    clear: field?.get('clear')?.texts() ?? clear,
    dismiss: field?.get('dismiss')?.texts() ?? dismiss,
    interrupt: field?.get('interrupt')?.texts() ?? interrupt,
  };
}

function ruleOf(field: ProfileField): ScreenRule {
  field.only(
    ...[
      'state',
      'confidence',
      'title',
      'rows',
      'menu',
      'asks',
      'option',
      'input',
      'found',
      'marker',
      'cursor',
    ],
    'alternate',
  );
  return {
    state: field.need('state').oneOf(screenStates),
    confidence: field.get('confidence')?.oneOf(confidences) ?? 'certain',
    title: field.get('title')?.pattern(),
    rows: field.get('rows')?.list().map(rowConditionOf) ?? [],
    menu: field.get('menu')?.flag(),
    asks: field.get('asks')?.pattern(),
    option: field.get('option')?.pattern(),
    input: field.get('input')?.oneOf(inputConditions),
    found: field
      .get('found')
      ?.list()
      .map((kind) => kind.oneOf(boxKinds)),
    marker: field.get('marker')?.oneOf(['plain', 'muted']),
    cursor: field.get('cursor')?.oneOf(['visible', 'hidden']),
    alternate: field.get('alternate')?.flag(),
  };
}

function rowConditionOf(field: ProfileField): RowCondition {
  field.only('match', 'absent', 'where', 'within', 'entry');
  const match = field.get('match');
  const absent = field.get('absent');
  if ((match === undefined) === (absent === undefined)) {
    throw field.wrong('needs one of match and absent', "Write match: '…' for a row that must be there.");
  }
  return {
    pattern: (match ?? field.need('absent')).pattern(),
    absent: absent !== undefined,
    where: field.get('where')?.oneOf(rowPlaces) ?? 'screen',
    within: field.get('within')?.count() ?? profileDefaults.within,
    entry: field.get('entry')?.pattern(),
  };
}
