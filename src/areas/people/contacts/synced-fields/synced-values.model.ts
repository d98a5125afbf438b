import type { FieldSet } from '#areas/people/custom-fields/values/fields.queries'
import { CUSTOM_FIELDS } from './synced-fields.model.ts'

export type SyncedCustomField = (typeof CUSTOM_FIELDS)[number]
type Field = FieldSet['fields'][number]

/**
 * Returns the storage names of a field: the second one if the tenant uses the first one for a field of another kind.
 */
export const listStorageNames = ({ name }: SyncedCustomField): readonly string[] =>
  [name, `National${name}`].map((one) => one.toLowerCase())

/** Finds the custom field that stores a synced field. A field of the tenant is used only if it accepts every value. */
export const storageOf = (fields: readonly Field[], synced: SyncedCustomField): Field | undefined =>
  listStorageNames(synced).flatMap(
    (name) => fields.find((field) => field.name.toLowerCase() === name && fits(field, synced)) ?? [],
  )[0]

const fits = (field: Field, { objectTypeId, dataTypeId }: SyncedCustomField): boolean =>
  field.objectTypeId === objectTypeId &&
  field.dataTypeId === dataTypeId &&
  field.dataSize === null &&
  field.shownFor.length === 0

/** Returns the built-in field to create for a synced field that has no storage. */
export const makeStorage = (fields: readonly Field[], synced: SyncedCustomField) => {
  const { field: _field, ...builtIn } = synced
  const isInUse = fields.some(({ name }) => name.toLowerCase() === synced.name.toLowerCase())
  return isInUse ? { ...builtIn, name: `National${synced.name}` } : builtIn
}

/** Returns the texts of synced custom fields by their names, in lower case. */
export const valuesOf = ({ fields, current }: FieldSet): ReadonlyMap<string, string> =>
  new Map(
    CUSTOM_FIELDS.flatMap((synced): [string, string][] => {
      const id = storageOf(fields, synced)?.id
      const row = current.find(({ fieldId }) => fieldId === id)
      const text = row?.textValue ?? row?.numberValue
      return id !== undefined && text != null ? [[synced.name.toLowerCase(), text]] : []
    }),
  )

/** Returns whether a text is a number of employees. */
export const isCount = (text: string | null | undefined): boolean => !text?.trim() || /^\d{1,9}$/.test(text.trim())
