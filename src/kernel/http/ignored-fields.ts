/** The fields of request bodies that their shapes do not contain. They are dropped, and the response names them. */
import type { FieldFault } from '../errors/problem.ts'
import { findSimilar } from '../text/similar.ts'

/** Further fields are dropped without being named. */
export const MAX_IGNORED = 20

/** A field that was dropped: its JSON pointer, and the pointer of a field of the shape with a similar name. */
export interface IgnoredField {
  pointer: string
  similar: string | undefined
}

const ignoredFields = new WeakMap<object, readonly IgnoredField[]>()

/** Remembers the dropped fields of a converted body. */
export const noteIgnoredFields = (value: unknown, fields: readonly IgnoredField[]): void => {
  if (fields.length > 0 && typeof value === 'object' && value !== null) ignoredFields.set(value, fields)
}

/** Returns the fields that were dropped when the value was converted. */
export const ignoredFieldsOf = (value: unknown): readonly IgnoredField[] =>
  typeof value === 'object' && value !== null ? (ignoredFields.get(value) ?? []) : []

/** Returns the dropped fields as faults. @param message continues the name of a field: "is not a field of this filter". */
export const ignoredFaults = (value: unknown, message: string, prefix = ''): FieldFault[] =>
  ignoredFieldsOf(value).map(({ pointer, similar }) => ({
    pointer: `${prefix}${pointer}`,
    message: `${message}${similar === undefined ? '' : `. Did you mean ${similar.split('/').at(-1)}?`}`,
  }))

/** Returns the dropped fields whose name is similar to one of the shape, as faults: they can be the cause of others. */
export const misspelledFaults = (value: unknown): FieldFault[] =>
  ignoredFaults(value, 'is not a field of this operation').filter(({ message }) => message.endsWith('?'))

/** Returns a field that a shape does not contain. @param known the names of the fields that it contains. */
export const ignoredField = (name: string, known: readonly string[]): IgnoredField => {
  const similar = findSimilar(name, known, (text) => text.toLowerCase())
  return { pointer: pointerSegment(name.slice(0, 100)), similar: similar && pointerSegment(similar) }
}

/** Returns a name as a segment of a JSON pointer (RFC 6901). */
export const pointerSegment = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
