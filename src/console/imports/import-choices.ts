import type { ImportStartInput } from '#contract/people/imports'
import type { FormValues } from '#kernel/pages/form-values'

/** How a file is read and imported, as far as it is chosen. */
type ImportChoices = NonNullable<ImportStartInput['Options']>

/** The beginning of the name of a field that maps a column: the header of the column follows. */
export const COLUMN = 'column:'
/** The value of a column that is not imported. */
export const IGNORED = '-'

type Choice<Name extends 'Match' | 'ContactType' | 'DateOrder'> = readonly (readonly [
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

type Texts = readonly (readonly [value: string, text: string])[]

export const DELIMITERS: Texts = [
  ['comma', 'Comma'],
  ['semicolon', 'Semicolon'],
  ['tab', 'Tab'],
  ['bar', 'Vertical bar'],
]

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

/** Parses the choices of a form. What is not chosen is found in the file. */
export const choicesOf = (form: FormValues): ImportChoices => ({
  // The operation rejects a preset that does not exist.
  Preset: (form.get('preset') ?? null) as NonNullable<ImportChoices['Preset']> | null,
  Delimiter: DELIMITER_TEXTS.get(form.get('delimiter') ?? '') ?? null,
  Encoding: form.get('encoding') ?? null,
  Sheet: form.get('sheet') ?? null,
  Match: oneOf(MATCHES, form.get('match')),
  ContactType: oneOf(TYPES, form.get('type')),
  DateOrder: oneOf(DATE_ORDERS, form.get('dates')),
  OnlyUpdates: form.get('onlyupdates') === 'yes',
  ForceSave: form.get('duplicates') === 'yes',
  CreateGroups: form.get('groups') === undefined ? null : form.get('groups') === 'yes',
  Mapping: form.names
    .filter((name) => name.startsWith(COLUMN) && form.get(name) !== undefined)
    .map((name) => ({ Header: name.slice(COLUMN.length), Field: fieldOf(form.get(name)) })),
})

const fieldOf = (value: string | undefined): string | null => (value === undefined || value === IGNORED ? null : value)

const oneOf = <Value extends string>(
  choices: readonly (readonly [Value, string])[],
  sent: string | undefined,
): Value | null => choices.find(([value]) => value === sent)?.[0] ?? null
