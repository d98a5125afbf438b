/** The fields of request bodies that their shapes do not contain. They are dropped, and the response names them. */

/** Further fields are dropped without being named. */
export const MAX_IGNORED = 20

const ignoredFields = new WeakMap<object, readonly string[]>()

/** Remembers the dropped fields of a converted body, as JSON pointers. */
export const noteIgnoredFields = (value: unknown, pointers: readonly string[]): void => {
  if (pointers.length > 0 && typeof value === 'object' && value !== null) ignoredFields.set(value, pointers)
}

/** Returns the JSON pointers of the fields that were dropped when the value was converted. */
export const ignoredFieldsOf = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null ? (ignoredFields.get(value) ?? []) : []

/** Returns a name as a segment of a JSON pointer (RFC 6901). */
export const pointerSegment = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
