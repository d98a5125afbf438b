import { DATA_TYPE, type Field, type StoredValue } from './field.model.ts'
import { numberKey } from './sort-keys.model.ts'
import { type ReadValue, refused, stored } from './stored-values.model.ts'

const LEAST_INTEGER = -2_147_483_648
const MOST_INTEGER = 2_147_483_647

/** The digits behind the point that a Number has where its field says nothing. */
const USUAL_DECIMALS = 2

/** Integer, Number, Money and Scale: digits with a decimal point, without blanks or separators. */
export const readNumber = (field: Field, text: string): ReadValue => {
  const decimal = canonical(text)
  if (decimal === null) return refused('must be a number, digits with a decimal point, such as -12.5')
  const fault = LIMITS[field.data_type_id]?.(field, decimal)
  return fault ? refused(fault) : stored(numberValue(decimal))
}

export const numberValue = (decimal: string): Partial<StoredValue> & Pick<StoredValue, 'sort_key'> => ({
  number_value: decimal,
  sort_key: numberKey(decimal),
})

/** One way to write each number: no leading or trailing zeros, no minus before zero; null where it is none. */
export const canonical = (text: string): string | null => {
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
    if (decimalPart(decimal) > decimals(field)) return `must have at most ${decimals(field)} digits behind the point`
    return undefined
  }

const wholeWithin = (decimal: string, least: number, most: number): string | undefined => {
  const value = Number(decimal)
  const isWithin = !decimal.includes('.') && value >= least && value <= most
  return isWithin ? undefined : `must be a whole number from ${least} to ${most}`
}

const LIMITS: Record<number, Limit> = {
  [DATA_TYPE.integer]: (_, decimal) => wholeWithin(decimal, LEAST_INTEGER, MOST_INTEGER),
  [DATA_TYPE.number]: within(15, (field) => field.data_size ?? USUAL_DECIMALS),
  [DATA_TYPE.money]: within(12, () => 2),
  [DATA_TYPE.scale]: (field, decimal) => wholeWithin(decimal, field.scale_minimum ?? 0, field.scale_maximum ?? 100),
}
