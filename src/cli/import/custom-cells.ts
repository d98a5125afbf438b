import { DATA_TYPE } from '#areas/people/custom-fields/custom-fields.model'
import type { Field } from '#areas/people/custom-fields/values/field.model'
import type { FieldSet } from '#areas/people/custom-fields/values/fields.queries'
import { fold } from '#kernel/text/fold'
import { countryReader, readFlag } from './values.ts'

/**
 * Converts the text of a cell, which contains labels of choices, names of countries, yes and no, into the text form of a
 * value. A text that cannot be converted stays unchanged, and the save rejects it under the name of its column.
 */
export const cellValue = ({ fields, countries }: FieldSet, name: string, text: string): string => {
  const field = fields.find((known) => known.name.toLowerCase() === name.toLowerCase())
  try {
    switch (field?.dataTypeId) {
      case DATA_TYPE.yesNo:
        return String(readFlag(text))
      case DATA_TYPE.country:
        return String(countryReader(new Map(countries.map((country) => [country.id, country])))(text).id)
      case DATA_TYPE.select:
        return choiceId(field, text)
      case DATA_TYPE.multiSelect:
        return text.startsWith('[') ? text : JSON.stringify(labelsOf(text).map((label) => choiceId(field, label)))
      default:
        return text
    }
  } catch {
    return text
  }
}

const choiceId = ({ choices }: Field, text: string): string => {
  const found = choices.find(({ name }) => fold(name) === fold(text))
  return found ? String(found.id) : text
}

const labelsOf = (text: string): string[] =>
  text
    .split(/[;|]/)
    .map((label) => label.trim())
    .filter(Boolean)
