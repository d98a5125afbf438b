import { CONTROLS } from '#kernel/text/controls'
import { parseDayIn } from '#kernel/time/written-date'
import { DATA_TYPE } from '../custom-fields.model.ts'
import type { Field } from './field.model.ts'
import { textKey, yesNoKey } from './sort-keys.model.ts'
import { invalid, type ParsedValue, stored, type ValueContext } from './stored-values.model.ts'

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
export const parseText = (field: Field, text: string): ParsedValue => {
  const isLong = field.dataTypeId === DATA_TYPE.longText
  const max = field.dataSize ?? (isLong ? MAX_LENGTH.longText : MAX_LENGTH.text)
  return parsePlainText(text, max, isLong ? CONTROLS_BUT_LINES : CONTROLS)
}

/** Parses a StateProvince: any code or name, because the product has no list of provinces. */
export const parseStateProvince = (_: Field, text: string): ParsedValue =>
  parsePlainText(text, MAX_LENGTH.stateProvince, CONTROLS)

const parsePlainText = (text: string, max: number, controls: RegExp): ParsedValue => {
  if (controls.test(text) || !text.isWellFormed()) return invalid('must not contain control characters')
  if ([...text].length > max) return invalid(`must have at most ${max} characters`)
  if (text.trim() === '') return invalid('must not be blank; null clears it')
  return stored({ textValue: text, sortKey: textKey(text) })
}

/** Parses a Link: an absolute URL. */
export const parseLink = (_: Field, text: string): ParsedValue => {
  const isWhole = text.isWellFormed() && !/[\s\p{Cc}]/u.test(text) && URL.canParse(text)
  const url = isWhole ? new URL(text) : null
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password)
    return invalid('must be a URL that starts with https:// or http://')
  if (text.length > MAX_LENGTH.link) return invalid(`must have at most ${MAX_LENGTH.link} characters`)
  return stored({ textValue: text, sortKey: textKey(text) })
}

/** Parses a Date: an existing day, YYYY-MM-DD, or an instant, which is its day in the time zone of the tenant. */
export const parseDate = (_: Field, text: string, { timeZone }: ValueContext): ParsedValue => {
  const day = parseDayIn(timeZone, text)
  return day === null ? invalid('must be a date, YYYY-MM-DD') : stored({ dateValue: day, sortKey: day })
}

export const parseYesNo = (_: Field, text: string): ParsedValue => {
  const word = text.toLowerCase()
  if (word !== 'true' && word !== 'false') return invalid('must be true or false')
  return stored({ numberValue: word === 'true' ? '1' : '0', sortKey: yesNoKey(word === 'true') })
}
