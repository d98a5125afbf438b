import { plainKey } from '#kernel/text/plain-key'
import { GUESSES, type Note } from './guesses.model.ts'

/** Results of formulas that have failed, in English and German versions of Excel. */
const ERRORS = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|NV|BEZUG!|WERT!|ZAHL!|ÜBERLAUF!)$/

// Neither PostgreSQL nor JSON can store U+0000 and halves of characters.
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Replaces what cannot be stored by U+FFFD. */
export const replaceUnstorable = (text: string): string =>
  isStorable(text) ? text : text.replaceAll('\0', '\ufffd').toWellFormed()

/** Returns why no field can have the text of a cell; undefined if one can. */
export const findCellFault = (text: string): string | undefined => {
  if (!isStorable(text)) return `contains a character that cannot be stored: ${nameOfUnstorable(text)}`
  return ERRORS.test(text) ? 'contains an error of the spreadsheet: correct or empty the cell' : undefined
}

const nameOfUnstorable = (text: string): string => (text.includes('\0') ? 'NUL (U+0000)' : 'half of a UTF-16 pair')

/** An invalid value; the message states what is valid, without the value itself. */
export class ValueFault extends Error {}

/** A value with several meanings; the message names the option that decides. */
export class OpenFault extends ValueFault {}

const oneOf = <T extends number | boolean>(
  words: readonly (readonly [value: T, list: string])[],
  expected: string,
): ((text: string) => T) => {
  const known = new Map(words.flatMap(([value, list]) => list.split(' ').map((word) => [word, value] as const)))
  return (text) => {
    const found = known.get(plainKey(text))
    if (found === undefined) throw new ValueFault(`must be ${expected}`)
    return found
  }
}

export const readType = oneOf<1 | 2>(
  [
    [1, '1 individual person contact privatperson einzelperson naturlicheperson personne persona persoon'],
    [
      2,
      '2 organization organisation company business household firma unternehmen verein juristischeperson haushalt societe empresa bedrijf',
    ],
  ],
  'individual or organization',
)

export const readGender = oneOf<1 | 2 | 3 | 4>(
  [
    [1, '1 f female woman w weiblich frau femme feminin mujer femenino donna femmina vrouw'],
    [2, '2 m male man mannlich mann homme masculin hombre masculino uomo maschio'],
    [3, '3 x nonbinary nonbinaer d divers diverse other transgender'],
    [4, '4 rathernotsaid notsaid unknown keineangabe'],
  ],
  'female, male, non-binary or rather not said',
)

export const readStatus = oneOf<1 | 4 | 8 | 16>(
  [
    [1, '1 prospective prospect interessent'],
    [4, '4 courtesy ehrenmitglied'],
    [8, '8 nonmember nichtmitglied keinmitglied'],
    [16, '16 inactive inaktiv ausgetreten'],
  ],
  'prospective, courtesy, non-member or inactive (active comes from memberships)',
)

export const readFlag = oneOf<boolean>(
  [
    [true, 'yes y true 1 x ja j wahr oui o vrai si s verdadero vero sim tak'],
    [false, 'no n false 0 nein falsch non faux falso nao nee nie'],
  ],
  'yes or no',
)

/** The status of a mail address: 0 it receives mail, 1 opted out, 2 bounced, 3 complained. */
export const readMailStatus = oneOf<0 | 1 | 2 | 3>(
  [
    [0, '0 ok no false subscribed confirmed active nein aktiv abonniert'],
    [
      1,
      'unsubscribed nonsubscribed notsubscribed transactional pending optedout optout onholdoptout 2 abgemeldet unconfirmed',
    ],
    [2, '1 yes true cleaned bounced bounce onhold onholdbounce invalid unzustellbar ja'],
    [3, 'complained complaint spam abuse'],
  ],
  'subscribed, unsubscribed, cleaned, bounced or complained',
)

/** Splits a list by commas, semicolons, bars and line breaks. An item in quotes can contain them: `"A, B","C"`. */
export const readList = (text: string): string[] => {
  const items = text.match(/"(?:[^"]|"")*"|[^,;|\n]+/g) ?? []
  return items
    .map((item) => item.trim())
    .map((item) => (item.startsWith('"') && item.endsWith('"') ? item.slice(1, -1).replaceAll('""', '"').trim() : item))
    .filter((item) => item !== '')
}

const CURRENCIES = /^(?:[€$£]|EUR|USD|GBP|CHF)|(?:[€$£]|EUR|USD|GBP|CHF)$/gi

export type NumberReader = (text: string, note?: Note) => string

/** Returns a reader of numbers, as digits with a point: by the signs of a language, or by their own if these show the form. */
export const makeNumberReader = (language: string): NumberReader => {
  const parts = new Intl.NumberFormat(language).formatToParts(12345.6)
  const decimal = parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.'
  return (text, note) => {
    const compact = text.replace(/[\s\u00a0\u202f'’]/g, '').replace(CURRENCIES, '')
    if (OF_LANGUAGE.test(compact)) note?.('NumberFormat', GUESSES.number(decimal))
    const sign = decimalOf(compact, decimal)
    return sign === ',' ? compact.replaceAll('.', '').replace(',', '.') : compact.replaceAll(',', '')
  }
}

/** The sign can be that of thousands or of decimals. */
const OF_LANGUAGE = /^-?\d{1,3}[.,]\d{3}$/

/**
 * Returns the sign of decimals: the last of two different ones; never one that is repeated. One before three digits is
 * that of the language.
 */
const decimalOf = (text: string, decimal: string): string => {
  const points = count(text, '.')
  const commas = count(text, ',')
  if (points > 0 && commas > 0) return text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ','
  if (points > 1) return ','
  if (commas > 1) return '.'
  if (OF_LANGUAGE.test(text)) return decimal
  return commas === 1 ? ',' : '.'
}

const count = (text: string, sign: string): number => text.split(sign).length - 1
