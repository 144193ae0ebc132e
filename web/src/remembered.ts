/** A setting that this browser keeps. Where it keeps nothing (a private window, a full disk) the page works without. */
export interface Remembered<T> {
  read(): T;
  write(value: T): void;
}

export function remembered<T>(name: string, fallback: T): Remembered<T> {
  const key = `muxwright.${name}`;
  return {
    read: () => {
      try {
        const text = localStorage.getItem(key);
        return text === null ? fallback : (JSON.parse(text) as T);
      } catch {
        return fallback;
      }
    },
    write: (value) => {
      try {
        localStorage.setItem(key, JSON.stringify(value));
      } catch {
        // Nothing is kept, and nothing depends on it.
      }
    },
  };
}
