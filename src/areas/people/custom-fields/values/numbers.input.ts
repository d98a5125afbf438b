import { DATA_TYPE } from '../custom-fields.model.ts'
import type { Field, StoredValue } from './field.model.ts'
import { numberKey } from './sort-keys.model.ts'
import { invalid, type ParsedValue, stored } from './stored-values.model.ts'

const MIN_INTEGER = -2_147_483_648
const MAX_INTEGER = 2_147_483_647

/** The digits after the point of a Number whose field has no DataSize. */
const DEFAULT_DECIMALS = 2

/** Parses an Integer, Number, Money or Scale: digits with a decimal point, without spaces or separators. */
export const parseNumber = (field: Field, text: string): ParsedValue => {
  const decimal = normalizeDecimal(text)
  if (decimal === null) return invalid('must be a number: digits with a decimal point, such as -12.5')
  const fault = LIMITS[field.dataTypeId]?.(field, decimal)
  return fault ? invalid(fault) : stored(numberValue(decimal))
}

export const numberValue = (decimal: string): Partial<StoredValue> & Pick<StoredValue, 'sortKey'> => ({
  numberValue: decimal,
  sortKey: numberKey(decimal),
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
