import { CONTROLS } from '#kernel/text/controls'
import { parseDayIn } from '#kernel/time/written-date'
import { DATA_TYPE } from '../custom-fields.model.ts'
import type { Field, StoredValue } from './field.model.ts'
import { parseContact, parseCountry, parseFile, parseMultiSelect, parseSelect } from './references.input.ts'
import {
  makeInvalid,
  makeNumberKey,
  makeStored,
  makeTextKey,
  makeYesNoKey,
  type ParsedValue,
  type ValueContext,
} from './stored-values.model.ts'

const CONTROLS_BUT_LINES = /[^\P{Cc}\n\t\r]/u
const MAX_LENGTH = { text: 255, longText: 10_000, stateProvince: 100, link: 2000 } as const

/** The most characters of the types of text, unless the field has its own limit. */
export const MAX_TEXT_LENGTHS: Readonly<Record<number, number>> = {
  [DATA_TYPE.text]: MAX_LENGTH.text,
  [DATA_TYPE.longText]: MAX_LENGTH.longText,
  [DATA_TYPE.stateProvince]: MAX_LENGTH.stateProvince,
  [DATA_TYPE.link]: MAX_LENGTH.link,
}

/** Parses a Text or LongText, which is stored unchanged. */
const parseText = (field: Field, text: string): ParsedValue => {
  const isLong = field.dataTypeId === DATA_TYPE.longText
  const max = field.dataSize ?? (isLong ? MAX_LENGTH.longText : MAX_LENGTH.text)
  return parsePlainText(text, max, isLong ? CONTROLS_BUT_LINES : CONTROLS)
}

/** Parses a StateProvince: any code or name, because the product has no list of provinces. */
const parseStateProvince = (_: Field, text: string): ParsedValue =>
  parsePlainText(text, MAX_LENGTH.stateProvince, CONTROLS)

const parsePlainText = (text: string, max: number, controls: RegExp): ParsedValue => {
  if (controls.test(text) || !text.isWellFormed()) return makeInvalid('must not contain control characters')
  if ([...text].length > max) return makeInvalid(`must have at most ${max} characters`)
  if (text.trim() === '') return makeInvalid('must not be blank; null clears it')
  return makeStored({ textValue: text, sortKey: makeTextKey(text) })
}

/** Parses a Link: an absolute URL. */
const parseLink = (_: Field, text: string): ParsedValue => {
  const isWhole = text.isWellFormed() && !/[\s\p{Cc}]/u.test(text) && URL.canParse(text)
  const url = isWhole ? new URL(text) : null
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password)
    return makeInvalid('must be a URL that starts with https:// or http://')
  if (text.length > MAX_LENGTH.link) return makeInvalid(`must have at most ${MAX_LENGTH.link} characters`)
  return makeStored({ textValue: text, sortKey: makeTextKey(text) })
}

/** Parses a Date: an existing day, YYYY-MM-DD, or an instant, which is its day in the time zone of the tenant. */
const parseDate = (_: Field, text: string, { timeZone }: ValueContext): ParsedValue => {
  const day = parseDayIn(timeZone, text)
  return day === null ? makeInvalid('must be a date, YYYY-MM-DD') : makeStored({ dateValue: day, sortKey: day })
}

const parseYesNo = (_: Field, text: string): ParsedValue => {
  const word = text.toLowerCase()
  if (word !== 'true' && word !== 'false') return makeInvalid('must be true or false')
  return makeStored({ numberValue: word === 'true' ? '1' : '0', sortKey: makeYesNoKey(word === 'true') })
}

const MIN_INTEGER = -2_147_483_648
const MAX_INTEGER = 2_147_483_647

/** The digits after the point of a Number whose field has no DataSize. */
const DEFAULT_DECIMALS = 2

/** Parses an Integer, Number, Money or Scale: digits with a decimal point, without spaces or separators. */
const parseNumber = (field: Field, text: string): ParsedValue => {
  const decimal = normalizeDecimal(text)
  if (decimal === null) return makeInvalid('must be a number: digits with a decimal point, such as -12.5')
  const fault = LIMITS[field.dataTypeId]?.(field, decimal)
  return fault ? makeInvalid(fault) : makeStored(numberValue(decimal))
}

const numberValue = (decimal: string): Partial<StoredValue> & Pick<StoredValue, 'sortKey'> => ({
  numberValue: decimal,
  sortKey: makeNumberKey(decimal),
})

/** Returns the one form of a number: no leading or trailing zeros, no minus before zero; null if the text is not a number. */
export const normalizeDecimal = (text: string): string | null => {
  const found = /^([+-]?)(\d{1,40})(?:\.(\d{1,40}))?$/.exec(text.trim())
  if (!found) return null
  const whole = (found[2] ?? '').replace(/^0+(?=\d)/, '')
  const decimals = (found[3] ?? '').replace(/0+$/, '')
  const digits = decimals ? `${whole}.${decimals}` : whole
  return found[1] === '-' && digits !== '0' ? `-${digits}` : digits
}

type Limit = (field: Field, decimal: string) => string | undefined

const wholePart = (decimal: string): number => (decimal.replace('-', '').split('.')[0] ?? '').length
const decimalPart = (decimal: string): number => (decimal.split('.')[1] ?? '').length

const within =
  (digits: number, decimals: (field: Field) => number): Limit =>
  (field, decimal) => {
    if (wholePart(decimal) > digits) return `must have at most ${digits} digits before the point`
    if (decimalPart(decimal) > decimals(field)) return `must have at most ${decimals(field)} digits after the point`
    return undefined
  }

const wholeWithin = (decimal: string, min: number, max: number): string | undefined => {
  const value = Number(decimal)
  const isWithin = !decimal.includes('.') && value >= min && value <= max
  return isWithin ? undefined : `must be a whole number from ${min} to ${max}`
}

const LIMITS: Record<number, Limit> = {
  [DATA_TYPE.integer]: (_, decimal) => wholeWithin(decimal, MIN_INTEGER, MAX_INTEGER),
  [DATA_TYPE.number]: within(15, (field) => field.dataSize ?? DEFAULT_DECIMALS),
  [DATA_TYPE.money]: within(12, () => 2),
  [DATA_TYPE.scale]: (field, decimal) => wholeWithin(decimal, field.scaleMinimum ?? 0, field.scaleMaximum ?? 100),
}

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
  PARSERS[field.dataTypeId]?.(field, text, context) ?? makeInvalid('has a type without values')
