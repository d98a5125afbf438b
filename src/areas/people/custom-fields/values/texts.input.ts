import { CONTROLS } from '#kernel/text/controls'
import { isDate } from '#kernel/time/written-date'
import { DATA_TYPE, type Field } from './field.model.ts'
import { textKey, yesNoKey } from './sort-keys.model.ts'
import { type ReadValue, refused, stored } from './stored-values.model.ts'

const CONTROLS_BUT_LINES = /[^\P{Cc}\n\t\r]/u
const LONGEST = { text: 255, longText: 10_000, stateProvince: 100, link: 2000 } as const

/** Text and LongText: kept as they are written. */
export const readText = (field: Field, text: string): ReadValue => {
  const isLong = field.data_type_id === DATA_TYPE.longText
  const most = field.data_size ?? (isLong ? LONGEST.longText : LONGEST.text)
  return plainText(text, most, isLong ? CONTROLS_BUT_LINES : CONTROLS)
}

/** StateProvince: a code or name; the list of a country's provinces is not ours to know. */
export const readStateProvince = (_: Field, text: string): ReadValue => plainText(text, LONGEST.stateProvince, CONTROLS)

const plainText = (text: string, most: number, controls: RegExp): ReadValue => {
  if (controls.test(text) || !text.isWellFormed()) return refused('holds a control character')
  if ([...text].length > most) return refused(`must not be longer than ${most} characters`)
  if (text.trim() === '') return refused('must hold more than blanks; null clears it')
  return stored({ text_value: text, sort_key: textKey(text) })
}

/** Link: a whole web address. */
export const readLink = (_: Field, text: string): ReadValue => {
  const isWhole = text.isWellFormed() && !/[\s\p{Cc}]/u.test(text) && URL.canParse(text)
  const url = isWhole ? new URL(text) : null
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password)
    return refused('must be a web address that begins with https:// or http://')
  if (text.length > LONGEST.link) return refused(`must not be longer than ${LONGEST.link} characters`)
  return stored({ text_value: text, sort_key: textKey(text) })
}

/** Date: YYYY-MM-DD, a day that there is. */
export const readDate = (_: Field, text: string): ReadValue =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && isDate(text) && !text.startsWith('0000')
    ? stored({ date_value: text, sort_key: text })
    : refused('must be a day, YYYY-MM-DD')

export const readYesNo = (_: Field, text: string): ReadValue => {
  const word = text.toLowerCase()
  if (word !== 'true' && word !== 'false') return refused('must be true or false')
  return stored({ number_value: word === 'true' ? '1' : '0', sort_key: yesNoKey(word === 'true') })
}
