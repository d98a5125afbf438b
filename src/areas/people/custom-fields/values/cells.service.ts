import { fold } from '#kernel/text/fold'
import { DATA_TYPE } from '../custom-fields.model.ts'
import type { Field } from './field.model.ts'
import type { FieldSet } from './fields.queries.ts'

/** The readers of the values of a file. Each reader throws for a text that it cannot read. */
export interface CellReaders {
  /** Returns the ISO 3166-1 number and code. */
  readCountry: (text: string) => { id: number; alpha2: string }
  /** @param use what the date lies near to; a birth lies in the past. */
  readDate: (text: string, use?: 'past' | 'expiry' | 'open') => string
  readNumber: (text: string) => string
  readFlag: (text: string) => boolean
  readList: (text: string) => string[]
}

/** Returns the storage names of the fields with dates. */
export const listDateFieldNames = ({ fields }: FieldSet): string[] =>
  fields.filter(({ dataTypeId }) => dataTypeId === DATA_TYPE.date).map(({ name }) => name)

/** Names of fields whose dates lie in the past. */
const BIRTH = /birth|\bdob\b|geburt|geb\.|naissance|nacimiento|nascita|geboorte/i

/**
 * Converts the text of a cell, which contains labels of choices, names of countries, dates and numbers of its language, into
 * the text form of a value. A text that cannot be converted stays unchanged, and the save rejects it under the name of
 * its column.
 */
export const readCellValue = ({ fields }: FieldSet, name: string, text: string, readers: CellReaders): string => {
  const field = fields.find((known) => known.name.toLowerCase() === name.toLowerCase())
  try {
    switch (field?.dataTypeId) {
      case DATA_TYPE.yesNo:
        return String(readers.readFlag(text))
      case DATA_TYPE.country:
        return String(readers.readCountry(text).id)
      case DATA_TYPE.date:
        return readers.readDate(text, BIRTH.test(`${field.name} ${field.displayName}`) ? 'past' : 'open')
      case DATA_TYPE.integer:
      case DATA_TYPE.number:
      case DATA_TYPE.money:
        return readers.readNumber(text)
      case DATA_TYPE.select:
        return choiceId(field, text)
      case DATA_TYPE.multiSelect:
        return text.startsWith('[')
          ? text
          : JSON.stringify(readers.readList(text).map((label) => choiceId(field, label)))
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
