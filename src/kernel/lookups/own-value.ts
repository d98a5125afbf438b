/**
 * Returns the value of an object's own key; undefined if it has none. A plain object inherits `__proto__` and
 * `constructor`, which a key of the input can name. `npm run source` rejects other lookups in objects with arbitrary
 * keys.
 */
export const ownValue = <T extends object>(from: T, key: string): T[keyof T] | undefined =>
  Object.hasOwn(from, key) ? from[key as keyof T] : undefined
