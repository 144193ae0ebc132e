import { nearestName } from '../model/index.js';

/** `Did you mean 'profiles'?`, where one of the keys is close to what was written; else the keys there are. */
export function keySuggestion(written: string, keys: readonly string[]): string {
  const nearest = nearestName(plain(written), keys.map(plain));
  const key = keys.find((one) => plain(one) === nearest);
  return key === undefined ? `The keys here are ${keys.join(', ')}.` : `Did you mean '${key}'?`;
}

/** `textEnterDelay` and `text-enter-delay-ms` mean `text_enter_delay_ms`. */
function plain(key: string): string {
  return key
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/ms$/, '');
}
