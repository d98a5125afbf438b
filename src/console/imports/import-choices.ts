import type { ImportStartInput } from '#contract/people/imports'
import type { FormValues } from '#services/pages/form-values'

/** How a file is read and imported, as far as it is chosen. */
type ImportChoices = NonNullable<ImportStartInput['Options']>

/**
 * The name of the field that maps a column, by its number from 0: a header can be longer than an address may be, and browsers change the
 * line breaks in one.
 */
export const columnName = (at: number): string => `c${at}`
/** The name of the field with the order of the dates of a column. */
export const orderName = (at: number): string => `d${at}`
const COLUMN_NAME = /^[cd]\d{1,4}$/
/** The value of a column that is not imported. */
export const IGNORED = '-'

type Choice<Name extends 'Match' | 'ContactType' | 'DateOrder' | 'NameOrder' | 'SharedAddress'> = readonly (readonly [
  value: NonNullable<ImportChoices[Name]>,
  text: string,
])[]

export const MATCHES: Choice<'Match'> = [
  ['None', 'Create a contact for each row'],
  ['Email', 'Update the contact with the same email address'],
  ['AccountNumber', 'Update the contact with the same account number'],
  ['ContactId', 'Update the contact with the same number'],
]

export const TYPES: Choice<'ContactType'> = [
  ['Individual', 'People'],
  ['Organization', 'Organizations'],
]

export const DATE_ORDERS: Choice<'DateOrder'> = [
  ['DMY', 'Day, month, year'],
  ['MDY', 'Month, day, year'],
  ['YMD', 'Year, month, day'],
]

export const NAME_ORDERS: Choice<'NameOrder'> = [
  ['FirstLast', 'First name, last name'],
  ['LastFirst', 'Last name, first name'],
]

export const SHARED_ADDRESSES: Choice<'SharedAddress'> = [['create', 'Create a contact of each']]

type Texts = readonly (readonly [value: string, text: string])[]

export const DELIMITERS: Texts = [
  ['comma', 'Comma'],
  ['semicolon', 'Semicolon'],
  ['tab', 'Tab'],
  ['bar', 'Vertical bar'],
]

/** By the first of the 100 years. */
export const CENTURIES: Texts = [1900, 1930, 1950, 1970, 2000].map((first) => [
  String(first),
  `${first} to ${first + 99}`,
])

const DELIMITER_TEXTS: ReadonlyMap<string, string> = new Map([
  ['comma', ','],
  ['semicolon', ';'],
  ['tab', '\t'],
  ['bar', '|'],
])

/** Returns the name of a delimiter that was found; the character itself for one without a name. */
export const delimiterName = (text: string): string => {
  const value = [...DELIMITER_TEXTS].find(([, one]) => one === text)?.[0]
  return DELIMITERS.find(([one]) => one === value)?.[1] ?? text
}

export const ENCODINGS: Texts = [
  ['utf-8', 'UTF-8'],
  ['windows-1252', 'Windows, Western Europe'],
  ['windows-1250', 'Windows, Central Europe'],
  ['windows-1251', 'Windows, Cyrillic'],
  ['iso-8859-15', 'ISO 8859-15'],
  ['macintosh', 'Mac OS Roman'],
  ['utf-16le', 'UTF-16, little-endian'],
  ['utf-16be', 'UTF-16, big-endian'],
]

/** Whether a form maps columns, or states the order of their dates. */
export const mapsColumns = (form: FormValues): boolean =>
  form.names.some((name) => COLUMN_NAME.test(name) && form.get(name) !== undefined)

/**
 * Parses the choices of a form. What is not chosen is found in the file.
 *
 * @param headers of the file; without them, nothing is chosen for single columns.
 */
export const choicesOf = (form: FormValues, headers: readonly string[] = []): ImportChoices => ({
  // The operation rejects a preset that does not exist.
  Preset: (form.get('preset') ?? null) as NonNullable<ImportChoices['Preset']> | null,
  Delimiter: DELIMITER_TEXTS.get(form.get('delimiter') ?? '') ?? null,
  Encoding: form.get('encoding') ?? null,
  Sheet: form.get('sheet') ?? null,
  Match: oneOf(MATCHES, form.get('match')),
  ContactType: oneOf(TYPES, form.get('type')),
  DateOrder: oneOf(DATE_ORDERS, form.get('dates')),
  Century: Number(oneOf(CENTURIES, form.get('century'))) || null,
  NameOrder: oneOf(NAME_ORDERS, form.get('names')),
  SharedAddress: oneOf(SHARED_ADDRESSES, form.get('shared')),
  OnlyUpdates: form.get('onlyupdates') === 'yes',
  ForceSave: form.get('duplicates') === 'yes',
  CreateGroups: form.get('groups') === undefined ? null : form.get('groups') === 'yes',
  Mapping: headers.flatMap((Header, at) => {
    const value = form.get(columnName(at))
    return value === undefined ? [] : [{ Header, Field: value === IGNORED ? null : value }]
  }),
  DateOrders: headers.flatMap((Header, at) => {
    const order = oneOf(DATE_ORDERS, form.get(orderName(at)))
    return order === null ? [] : [{ Header, DateOrder: order }]
  }),
})

const oneOf = <Value extends string>(
  choices: readonly (readonly [Value, string])[],
  sent: string | undefined,
): Value | null => choices.find(([value]) => value === sent)?.[0] ?? null
