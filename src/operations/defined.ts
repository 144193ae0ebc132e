/** The fields that have a value: what is optional in the input of an operation is left out for the rooms. */
export function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };
