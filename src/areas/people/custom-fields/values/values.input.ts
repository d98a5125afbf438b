import { DATA_TYPE, type Field } from './field.model.ts'
import { readNumber } from './numbers.input.ts'
import { readContact, readCountry, readFile, readMultiSelect, readSelect } from './references.input.ts'
import { type ReadingContext, type ReadValue, refused } from './stored-values.model.ts'
import { readDate, readLink, readStateProvince, readText, readYesNo } from './texts.input.ts'

type Reader = (field: Field, text: string, context: ReadingContext) => ReadValue

const READERS: Record<number, Reader> = {
  [DATA_TYPE.text]: readText,
  [DATA_TYPE.integer]: readNumber,
  [DATA_TYPE.number]: readNumber,
  [DATA_TYPE.money]: readNumber,
  [DATA_TYPE.longText]: readText,
  [DATA_TYPE.date]: readDate,
  [DATA_TYPE.yesNo]: readYesNo,
  [DATA_TYPE.stateProvince]: readStateProvince,
  [DATA_TYPE.country]: readCountry,
  [DATA_TYPE.file]: readFile,
  [DATA_TYPE.link]: readLink,
  [DATA_TYPE.contact]: readContact,
  [DATA_TYPE.select]: readSelect,
  [DATA_TYPE.multiSelect]: readMultiSelect,
  [DATA_TYPE.scale]: readNumber,
}

/** Reads the text form of a value (CustomFieldValue.Value in the contract) into the rows that keep it. */
export const readValue = (field: Field, text: string, context: ReadingContext): ReadValue =>
  READERS[field.data_type_id]?.(field, text, context) ?? refused('has a type that takes no values')
