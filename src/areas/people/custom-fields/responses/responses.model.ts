import { fold } from '#kernel/text/fold'
import { DATA_TYPE, dataTypeNames } from '../custom-fields.model.ts'
import type { Choice, CountryName, Field } from '../values/field.model.ts'
import { MAX_TEXT_LENGTHS } from '../values/values.input.ts'

/** The form in which a field asks for its value. */
export interface FormField {
  dataType: string
  /** Null for other types than texts. */
  maxLength: number | null
  /** The words of the choices; the numbers of a Scale. */
  choices: string[]
  /** The values of other fields, in words, for which it is shown; empty for always. */
  shownFor: { fieldId: number; value: string | null }[]
}

/** Describes how a form asks for a field. @param siblings the fields that the form asks for of the same people. */
export const describeFormField = (field: Field, siblings: readonly Field[]): FormField => ({
  dataType: dataTypeNames[field.dataTypeId] ?? '',
  maxLength: maxLengthOf(field),
  choices: choicesOf(field),
  shownFor: field.shownFor.flatMap(({ fieldId, value }) => {
    const parent = siblings.find(({ id }) => id === fieldId)
    return parent ? [{ fieldId, value: value === null ? null : wordsOf(parent, value) }] : []
  }),
})

/** Returns the value of a field as a visitor writes it. */
const wordsOf = ({ choices }: Field, value: string): string =>
  choices.find(({ id }) => String(id) === value)?.name ?? value

const maxLengthOf = ({ dataTypeId, dataSize }: Field): number | null => {
  const isSized = dataTypeId === DATA_TYPE.text || dataTypeId === DATA_TYPE.longText
  return (isSized ? dataSize : null) ?? MAX_TEXT_LENGTHS[dataTypeId] ?? null
}

const choicesOf = ({ dataTypeId, choices, scaleMinimum, scaleMaximum }: Field): string[] => {
  if (dataTypeId !== DATA_TYPE.scale) return choices.filter(({ isActive }) => isActive).map(({ name }) => name)
  const from = scaleMinimum ?? 0
  return Array.from({ length: (scaleMaximum ?? 100) - from + 1 }, (_, at) => String(from + at))
}

/** A value in the text form of custom fields, or what is wrong with it. */
export type WrittenValue = { text: string | null } | { fault: string }

/** Replaces the words of choices and countries by their ids, which visitors do not know. Null for no value. */
export const parseWritten = (
  field: Field,
  value: string | null | undefined,
  countries: readonly CountryName[],
): WrittenValue => {
  const text = value?.trim() ? value : null
  if (text === null) return { text }
  switch (field.dataTypeId) {
    case DATA_TYPE.select:
      return parseChoice(field, text)
    case DATA_TYPE.multiSelect:
      return parseChoices(field, text)
    case DATA_TYPE.country:
      return parseCountryName(text, countries)
    default:
      return { text }
  }
}

const findChoice = ({ choices }: Field, words: string): Choice | undefined =>
  choices.find(({ name, isActive }) => isActive && fold(name) === fold(words.trim()))

const parseChoice = (field: Field, text: string): WrittenValue => {
  const choice = findChoice(field, text)
  return choice ? { text: String(choice.id) } : { fault: 'must be one of the choices' }
}

const parseChoices = (field: Field, text: string): WrittenValue => {
  const words = parseWords(text)
  if (words === null) return { fault: 'must be a JSON array of choices' }
  const choices = words.map((word) => findChoice(field, word))
  if (choices.some((choice) => choice === undefined)) return { fault: 'must contain only its choices' }
  return { text: choices.length === 0 ? null : JSON.stringify(choices.map((choice) => choice?.id)) }
}

/** Returns the text form of a value as a visitor writes it: the opposite of parseWritten. Null if no choice of it is left. */
export const writeValue = (field: Field, text: string | null): string | null => {
  if (text === null) return null
  const nameOf = (id: string) => field.choices.find((choice) => choice.isActive && String(choice.id) === id)?.name
  if (field.dataTypeId === DATA_TYPE.select) return nameOf(text) ?? null
  if (field.dataTypeId !== DATA_TYPE.multiSelect) return text
  const names = (JSON.parse(text) as unknown[]).flatMap((id) => nameOf(String(id)) ?? [])
  return names.length === 0 ? null : JSON.stringify(names)
}

const parseWords = (text: string): string[] | null => {
  try {
    const read: unknown = JSON.parse(text)
    return Array.isArray(read) && read.every((word) => typeof word === 'string') ? read : null
  } catch {
    return null
  }
}

const parseCountryName = (text: string, countries: readonly CountryName[]): WrittenValue => {
  const words = fold(text.trim())
  const number = words.replace(/^0+/, '')
  const country = countries.find(
    ({ id, alpha2, name }) => fold(alpha2) === words || fold(name) === words || String(id) === number,
  )
  return country ? { text: String(country.id) } : { fault: 'must be a country' }
}
