import { fold } from '#kernel/text/fold'
import type { Choice } from './field.model.ts'

/**
 * Keys of values. Compared bytewise, they have the order of the values. They are short, because an index contains them.
 */

/** The number of characters of a text that its key contains. */
export const KEY_LENGTH = 200

/** The digits before and after the point to which every number is padded. */
const WHOLE = 18
const DECIMALS = 6

/** Ends the key of a text that is longer than its key: no stored text contains this character. */
const CUT = '\u0001'

/** The key of a text: its folded form, without case and accents, cut after 200 characters. */
export const textKey = (text: string): string => {
  const folded = [...fold(text)]
  return folded.length > KEY_LENGTH ? folded.slice(0, KEY_LENGTH).join('') + CUT : folded.join('')
}

/** The key of a text; null if the text is too long for a unique key. */
export const wholeTextKey = (text: string): string | null => {
  const key = textKey(text)
  return key.endsWith(CUT) ? null : key
}

/**
 * The key of a number: its sign, then its digits. The digits of a negative number are inverted, so -2 comes before -1.
 *
 * @param decimal `-12.50`: at most 18 digits before the point, 6 after it.
 */
export const numberKey = (decimal: string): string => {
  const isNegative = decimal.startsWith('-')
  const [whole = '', decimals = ''] = decimal.replace(/^-/, '').split('.')
  const digits = whole.padStart(WHOLE, '0') + decimals.padEnd(DECIMALS, '0')
  if (!isNegative || /^0+$/.test(digits)) return `1${digits}`
  return `0${digits.replace(/\d/g, (digit) => String(9 - Number(digit)))}`
}

export const yesNoKey = (isYes: boolean): string => (isYes ? '1' : '0')

/** The key of a reference to a record: its id. */
export const referenceKey = (id: number): string => String(id).padStart(10, '0')

/** The key of a choice: its display order. The trigger choice_moved writes the same key (choice_sort_key). */
export const choiceKey = ({ displayOrder, id }: Pick<Choice, 'displayOrder' | 'id'>): string =>
  String(displayOrder).padStart(10, '0') + referenceKey(id)
