import { type Choice, type CountryName, DATA_TYPE, type Field, type StoredValue } from './field.model.ts'
import { choiceKey, referenceKey, textKey } from './sort-keys.model.ts'
import {
  type ExternalList,
  idOf,
  type ReadingContext,
  type ReadValue,
  type Reference,
  refused,
  rowOf,
  stored,
  unknown,
} from './stored-values.model.ts'

const MOST_CHOICES = 500

/** Country: its ISO 3166-1 numeric code. */
export const readCountry = (_: Field, text: string, { countries }: ReadingContext): ReadValue => {
  const id = idOf(text)
  const country = countries.find((known) => known.id === id)
  return country ? stored(countryValue(country)) : unknown('must be the ISO 3166-1 numeric code of a country')
}

export const countryValue = ({ id, name }: CountryName) => ({ ref_id: id, sort_key: textKey(name) })

/** There is no file that a value could refer to until files are kept. */
export const readFile = (_: Field, text: string): ReadValue =>
  idOf(text) === null ? refused('must be the id of a file') : unknown('is no stored file')

export const readContact = (_: Field, text: string): ReadValue => {
  const id = idOf(text)
  if (id === null) return refused('must be the id of a contact')
  return { rows: [rowOf({ ref_id: id, sort_key: referenceKey(id) })], references: [{ kind: 'contact', id }] }
}

/** Select: the id of an active choice. */
export const readSelect = (field: Field, text: string): ReadValue => {
  const id = idOf(text)
  return id === null ? refused('must be the id of a choice') : chosen(field, [id])
}

/** MultiSelect: a JSON list of such ids. Their order is that of the choices, whatever was sent. */
export const readMultiSelect = (field: Field, text: string): ReadValue => {
  const ids = idsOf(text)
  if (ids === null || ids.length === 0) return refused('must be a JSON list of the ids of choices; null clears it')
  if (ids.length > MOST_CHOICES) return refused(`must not name more than ${MOST_CHOICES} choices`)
  return chosen(field, [...new Set(ids)])
}

const idsOf = (text: string): number[] | null => {
  try {
    const read: unknown = JSON.parse(text)
    const ids = Array.isArray(read) ? read.map((id) => (typeof id === 'object' ? null : idOf(String(id)))) : [null]
    return ids.every((id) => id !== null) ? ids : null
  } catch {
    return null
  }
}

const chosen = (field: Field, ids: readonly number[]): ReadValue => {
  if (field.external_data_source !== null) return chosenElsewhere(field, ids)
  const choices = ids.map((id) => field.choices.find((choice) => choice.id === id))
  if (choices.some((choice) => choice === undefined)) return unknown('is no choice of this field')
  const known = choices.filter((choice): choice is Choice => choice !== undefined)
  return inOrder(known.map((choice) => ({ ref_id: choice.id, sort_key: choiceKey(choice) })))
}

const chosenElsewhere = (field: Field, ids: readonly number[]): ReadValue => {
  const kind = externalListOf(field)
  if (kind === null) return unknown('cannot be chosen from a list that is not there')
  const references = ids.map((id): Reference => ({ kind, id }))
  return { ...inOrder(ids.map((id) => ({ ref_id: id, sort_key: referenceKey(id) }))), references }
}

const LISTS: readonly ExternalList[] = ['countries', 'chapters', 'membershiptypes', 'groups']
export const externalListOf = (field: Field): ExternalList | null =>
  LISTS.find((list) => list === field.external_data_source) ?? null

const inOrder = (values: (Pick<StoredValue, 'sort_key'> & { ref_id: number })[]): { rows: StoredValue[] } => ({
  rows: [...values]
    .sort((a, b) => (a.sort_key < b.sort_key ? -1 : 1))
    .map((value, ordinal) => rowOf({ ...value, ordinal })),
})

/** The active choices that a value newly names are asked for; those it had stay. */
export const inactiveChoices = (field: Field, rows: readonly StoredValue[], had: readonly StoredValue[]): Choice[] =>
  field.data_type_id === DATA_TYPE.select || field.data_type_id === DATA_TYPE.multiSelect
    ? field.choices.filter(
        ({ id, is_active }) =>
          !is_active && rows.some(({ ref_id }) => ref_id === id) && !had.some(({ ref_id }) => ref_id === id),
      )
    : []
