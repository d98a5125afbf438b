import { fold } from '#kernel/text/fold'
import type { Choice } from './field.model.ts'

/**
 * Keys that put values of a type in their order when they are compared bytewise. An index holds them, so none is long.
 */

/** Characters of a text that count for its order. */
export const KEY_LENGTH = 200

/** Digits before the point and behind it that every number is brought to. */
const WHOLE = 18
const DECIMALS = 6

/** Ends the key of a text that goes on: no text that can be kept holds it. */
const GOES_ON = '\u0001'

/** Texts by their folded form: neither case nor accents count, nor what stands behind the first 200 characters. */
export const textKey = (text: string): string => {
  const folded = [...fold(text)]
  return folded.length > KEY_LENGTH ? folded.slice(0, KEY_LENGTH).join('') + GOES_ON : folded.join('')
}

/** The key of a text as a whole; null of one that is too long to be told from others by its key. */
export const wholeTextKey = (text: string): string | null => {
  const key = textKey(text)
  return key.endsWith(GOES_ON) ? null : key
}

/**
 * Numbers by their sign, then digit by digit; those of negative ones turned round, so that -2 stands before -1.
 *
 * @param decimal `-12.50`: at most 18 digits before the point, 6 behind it.
 */
export const numberKey = (decimal: string): string => {
  const isNegative = decimal.startsWith('-')
  const [whole = '', decimals = ''] = decimal.replace(/^-/, '').split('.')
  const digits = whole.padStart(WHOLE, '0') + decimals.padEnd(DECIMALS, '0')
  if (!isNegative || /^0+$/.test(digits)) return `1${digits}`
  return `0${digits.replace(/\d/g, (digit) => String(9 - Number(digit)))}`
}

export const yesNoKey = (isYes: boolean): string => (isYes ? '1' : '0')

/** Records that are referred to: by id. */
export const referenceKey = (id: number): string => String(id).padStart(10, '0')

/** Choices by their place in the list: the trigger choice_moved writes the same (choice_sort_key). */
export const choiceKey = ({ display_order, id }: Pick<Choice, 'display_order' | 'id'>): string =>
  String(display_order).padStart(10, '0') + referenceKey(id)
