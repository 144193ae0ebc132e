import type { PlaceRef } from '../place.js';
import type { Fields, Viewer } from '../reach-rule.js';
import { isShown, text } from './rule-parts.js';

/** An event as somebody sees it with limits; nothing where it happened to something outside. */
export async function visibleEvent(event: Fields, viewer: Viewer): Promise<Fields | undefined> {
  const { confinement } = viewer;
  const { type } = event;
  // That something has changed is told to all; how much there is, to who may see all of it.
  if (type === 'inbox' && (confinement.narrow || !confinement.hasAllKnown)) return without(event, 'count');
  if (event.host === undefined) return event;
  if (type === 'sessions') {
    if (!(await confinement.allowsHost(String(event.host)))) return undefined;
    return confinement.narrow ? without(event, 'sessions') : event;
  }
  return (await isShown(viewer, event.host, subjectOf(event))) ? event : undefined;
}

/** What an event happened to. */
function subjectOf({ type, target, host, recording }: Fields): PlaceRef | undefined {
  const kind = String(type);
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
