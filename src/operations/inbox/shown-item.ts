import { commandTitle, programTitle } from '../../model/index.js';
import type { LiveRedactor } from '../../redaction/live-redactor.js';
import type { WaitingItem } from '../../store/index.js';
import { shortCommand } from '../short-command.js';
import type { InboxItem } from './inbox-item.js';

/** What waits, as people and models see it: as an item of the list and in the events that tell of it. */
export function shownItem(item: WaitingItem, redactor: LiveRedactor): InboxItem {
  const { id, kind, host, paneId, name, command: whole, promptKind, options, since } = item;
  // Before it is cut, so that no part of a secret is left.
  const command = whole === undefined ? undefined : redactor.text(whole);
  const title = name ?? (command === undefined ? id : programTitle(command));
  const text = (value: string | undefined): string | undefined =>
    value === undefined ? undefined : redactor.text(value);
  return {
    ...{ id, kind, target: id, host, paneId },
    title: redactor.text(title),
    ...(command !== undefined && { command: shortCommand(commandTitle(command)) }),
    prompt: text(item.prompt),
    question: text(item.question),
    fingerprint: item.fingerprint,
    promptKind,
    options: options?.map((option) => ({ ...option, label: redactor.text(option.label) })),
    since,
  };
}
