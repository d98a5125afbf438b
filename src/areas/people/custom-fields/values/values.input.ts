import { DATA_TYPE } from '../custom-fields.model.ts'
import type { Field } from './field.model.ts'
import { parseNumber } from './numbers.input.ts'
import { parseContact, parseCountry, parseFile, parseMultiSelect, parseSelect } from './references.input.ts'
import { invalid, type ParsedValue, type ValueContext } from './stored-values.model.ts'
import { parseDate, parseLink, parseStateProvince, parseText, parseYesNo } from './texts.input.ts'

type Parser = (field: Field, text: string, context: ValueContext) => ParsedValue

const PARSERS: Record<number, Parser> = {
  [DATA_TYPE.text]: parseText,
  [DATA_TYPE.integer]: parseNumber,
  [DATA_TYPE.number]: parseNumber,
  [DATA_TYPE.money]: parseNumber,
  [DATA_TYPE.longText]: parseText,
  [DATA_TYPE.date]: parseDate,
  [DATA_TYPE.yesNo]: parseYesNo,
  [DATA_TYPE.stateProvince]: parseStateProvince,
  [DATA_TYPE.country]: parseCountry,
  [DATA_TYPE.file]: parseFile,
  [DATA_TYPE.link]: parseLink,
  [DATA_TYPE.contact]: parseContact,
  [DATA_TYPE.select]: parseSelect,
  [DATA_TYPE.multiSelect]: parseMultiSelect,
  [DATA_TYPE.scale]: parseNumber,
}

/** Parses the text form of a value (CustomFieldValue.Value in the contract) into the rows to store. */
export const parseValue = (field: Field, text: string, context: ValueContext): ParsedValue =>
  PARSERS[field.dataTypeId]?.(field, text, context) ?? invalid('has a type without values')
