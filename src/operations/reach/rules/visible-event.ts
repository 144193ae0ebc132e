import type { PlaceRef } from '../place.js';
import type { Fields, Viewer } from '../reach-rule.js';
import { isShown, text } from './rule-parts.js';

/** An event as somebody sees it with limits; nothing where it happened to something outside. */
export async function visibleEvent(event: Fields, viewer: Viewer): Promise<Fields | undefined> {
  const { confinement } = viewer;
  const { type } = event;
  if (type === 'inbox') return visibleInbox(event, viewer);
  if (event.host === undefined) return event;
  if (type === 'sessions') {
    if (!(await confinement.allowsHost(String(event.host)))) return undefined;
    return confinement.narrow ? without(event, 'sessions') : event;
  }
  return (await isShown(viewer, event.host, subjectOf(event))) ? event : undefined;
}

/** What waits is told to callers that may see it; how much there is, to those that may see all of it. */
async function visibleInbox(event: Fields, viewer: Viewer): Promise<Fields | undefined> {
  const { narrow, hasAllKnown } = viewer.confinement;
  if (event.host !== undefined && !(await isShown(viewer, event.host, subjectOf(event)))) return undefined;
  return narrow || !hasAllKnown ? without(event, 'count') : event;
}

/** What an event happened to. */
function subjectOf({ type, target, host, recording, ...more }: Fields): PlaceRef | undefined {
  const kind = String(type);
  if (kind === 'inbox')
    return more.kind === 'run' ? { run: String(more.itemId) } : { agent: String(more.itemId) };
  if (kind.startsWith('recording_')) return { recording: String(recording) };
  const name = text(target);
  if (name === undefined) return undefined;
  if (kind.startsWith('run_')) return { run: name };
  if (kind === 'worker_changed') return { worker: name };
  if (kind === 'session_changed') return { session: name, host: String(host) };
  return { agent: name };
}

function without(event: Fields, field: string): Fields {
  const { [field]: _, ...rest } = event;
  return rest;
}
