import { DATA_TYPE, dataTypeNames } from '../custom-fields.model.ts'
import type { Field } from '../values/field.model.ts'
import { MAX_TEXT_LENGTHS } from '../values/texts.input.ts'

/** How a form asks for the value of a field. */
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

/** The value of a field as a visitor writes it. */
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
