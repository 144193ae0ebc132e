import type { DeliveryEvidence } from '../evidence.js';
import type { Violation } from './violation.js';

/** Judges what one sender sent: all that was accepted arrives, once, in order. */
export function checkDeliveries({ to, sent, arrived, mayBeGone }: DeliveryEvidence): Violation[] {
  const found: Violation[] = [];
  const counts = new Map<string, number>();
  for (const text of arrived) counts.set(text, (counts.get(text) ?? 0) + 1);
  const known = new Map(sent.map(({ text }, at) => [text, at]));
  for (const { text, outcome } of sent) {
    const count = counts.get(text) ?? 0;
    if (count > 1) {
      found.push({ rule: 'delivery-twice', about: to, detail: `'${text}' arrived ${count} times.` });
    }
    if (count === 0 && outcome === 'accepted' && !mayBeGone) {
      found.push({
        rule: 'delivery-missing',
        about: to,
        detail: `'${text}' was accepted and did not arrive.`,
      });
    }
  }
  let last = -1;
  for (const text of arrived) {
    const at = known.get(text);
    if (at === undefined) {
      const detail = `${JSON.stringify(text.slice(0, 200))} arrived, and nobody sent it.`;
      found.push({ rule: 'delivery-strange', about: to, detail });
    } else if (at < last) {
      found.push({
        rule: 'delivery-order',
        about: to,
        detail: `'${text}' arrived behind '${sent[last]?.text}'.`,
      });
    } else {
      last = at;
    }
  }
  return found;
}
