import { DATA_TYPE } from '../custom-fields.model.ts'
import type { Choice, CountryName, Field, StoredValue } from './field.model.ts'
import {
  type ExternalList,
  makeChoiceKey,
  makeInvalid,
  makeReferenceKey,
  makeStored,
  makeTextKey,
  makeUnknown,
  type ParsedValue,
  parseId,
  type Reference,
  rowOf,
  type ValueContext,
} from './stored-values.model.ts'

const MAX_CHOICES = 500

/** Parses a Country: its ISO 3166-1 numeric code. */
export const parseCountry = (_: Field, text: string, { countries }: ValueContext): ParsedValue => {
  const id = parseId(text)
  const country = countries.find((known) => known.id === id)
  return country
    ? makeStored(makeCountryValue(country))
    : makeUnknown('must be the ISO 3166-1 numeric code of a country')
}

export const makeCountryValue = ({ id, name }: CountryName) => ({ refId: id, sortKey: makeTextKey(name) })

const DEFAULT_MEGABYTES = 10
const MEGABYTE = 1_000_000

/** Parses a File: the id of an upload of the caller. The size of the field is in megabytes. */
export const parseFile = ({ dataSize }: Field, text: string): ParsedValue => {
  const id = parseId(text)
  if (id === null) return makeInvalid('must be the id of a file')
  const maxBytes = (dataSize ?? DEFAULT_MEGABYTES) * MEGABYTE
  return { rows: [rowOf({ refId: id, sortKey: makeReferenceKey(id) })], references: [{ kind: 'file', id, maxBytes }] }
}

export const parseContact = (_: Field, text: string): ParsedValue => {
  const id = parseId(text)
  if (id === null) return makeInvalid('must be the id of a contact')
  return { rows: [rowOf({ refId: id, sortKey: makeReferenceKey(id) })], references: [{ kind: 'contact', id }] }
}

/** Parses a Select: the id of a choice. */
export const parseSelect = (field: Field, text: string): ParsedValue => {
  const id = parseId(text)
  return id === null ? makeInvalid('must be the id of a choice') : chosen(field, [id])
}

/** Parses a MultiSelect: a JSON array of such ids. They are stored in the order of the choices. */
export const parseMultiSelect = (field: Field, text: string): ParsedValue => {
  const ids = idsOf(text)
  if (ids === null || ids.length === 0) return makeInvalid('must be a JSON array of the ids of choices; null clears it')
  if (ids.length > MAX_CHOICES) return makeInvalid(`must have at most ${MAX_CHOICES} choices`)
  return chosen(field, [...new Set(ids)])
}

const idsOf = (text: string): number[] | null => {
  try {
    const read: unknown = JSON.parse(text)
    const ids = Array.isArray(read) ? read.map((id) => (typeof id === 'object' ? null : parseId(String(id)))) : [null]
    return ids.every((id) => id !== null) ? ids : null
  } catch {
    return null
  }
}

const chosen = (field: Field, ids: readonly number[]): ParsedValue => {
  if (field.externalDataSource !== null) return chosenExternally(field, ids)
  const choices = ids.map((id) => field.choices.find((choice) => choice.id === id))
  if (choices.some((choice) => choice === undefined)) return makeUnknown('does not reference a choice of this field')
  const known = choices.filter((choice): choice is Choice => choice !== undefined)
  return inOrder(known.map((choice) => ({ refId: choice.id, sortKey: makeChoiceKey(choice) })))
}

const chosenExternally = (field: Field, ids: readonly number[]): ParsedValue => {
  const kind = externalListOf(field)
  if (kind === null) return makeUnknown('has no choices, because its list does not exist')
  const references = ids.map((id): Reference => ({ kind, id }))
  return { ...inOrder(ids.map((id) => ({ refId: id, sortKey: makeReferenceKey(id) }))), references }
}

const LISTS: readonly ExternalList[] = ['countries', 'chapters', 'membershiptypes', 'groups']
const externalListOf = (field: Field): ExternalList | null =>
  LISTS.find((list) => list === field.externalDataSource) ?? null

const inOrder = (values: (Pick<StoredValue, 'sortKey'> & { refId: number })[]): { rows: StoredValue[] } => ({
  rows: [...values]
    .sort((a, b) => (a.sortKey < b.sortKey ? -1 : 1))
    .map((value, ordinal) => rowOf({ ...value, ordinal })),
})

/** Finds inactive choices that a value newly references. A value may keep inactive choices that it had. */
export const findInactiveChoices = (
  field: Field,
  rows: readonly StoredValue[],
  had: readonly StoredValue[],
): Choice[] =>
  field.dataTypeId === DATA_TYPE.select || field.dataTypeId === DATA_TYPE.multiSelect
    ? field.choices.filter(
        ({ id, isActive }) =>
          !isActive && rows.some(({ refId }) => refId === id) && !had.some(({ refId }) => refId === id),
      )
    : []
