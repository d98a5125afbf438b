import type { Field } from '../columns/fields.model.ts'
import { PRESETS } from '../columns/presets.model.ts'
import { linesOf, splitLines, splitMailchimp } from './addresses.model.ts'
import { GUESSES } from './guesses.model.ts'
import { doubtOf, findOrderSign, type NameDoubt, type NameOrder, splitName } from './names.model.ts'
import type { RowContext } from './row-context.model.ts'
import type { RowValues } from './row-values.input.ts'
import { readType, ValueFault } from './values.model.ts'

/** Brings cells that contain the values of several fields, and those of a preset, into the form of one value per field. */
export const prepareCells = (values: RowValues, context: RowContext): RowValues => {
  prepareEmails(values)
  prepareAddress(values, context)
  prepareName(values, context)
  return values
}

/** Takes the address out of `Ann <a@post.example>` and `mailto:a@post.example`. */
const prepareEmails = (values: RowValues): void => {
  for (const field of EMAILS) {
    const text = values.text(field)
    if (text === undefined) continue
    const [, name = '', inner] = /^([^<>]*)<\s*([^<>\s]+@[^<>\s]+)\s*>$/.exec(text) ?? []
    const bare = (inner ?? text).replace(/^mailto:/i, '')
    const address = bare.replace(INVISIBLE, '')
    if (address !== bare) values.guess(field, 'InvisibleCharacters', GUESSES.invisible)
    if (address !== text) values.set(field, address)
    const named = name.trim().replace(/^["']|["']$/g, '')
    if (named !== '' && doubtOf(named) === undefined && NAMES.every((one) => values.text(one) === undefined))
      setMissing(values, 'FullName', named)
  }
}

/** Characters without width, which copies of web pages and documents contain. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g

const prepareAddress = (values: RowValues, { preset }: RowContext): void => {
  const house = values.text('HouseNumber')
  const street = values.text('Address1')
  if (house !== undefined) values.set('Address1', street === undefined ? house : `${street} ${house}`)
  const text = values.text('Address1')
  if (text !== undefined && preset === 'Mailchimp' && /\s{2,}/.test(text)) setAll(values, splitMailchimp(text))
  else if (text !== undefined && /[\r\n]/.test(text)) setAll(values, splitLines(text))
  const second = values.text('Address2')
  if (second !== undefined) values.set('Address2', linesOf(second).join(', '))
}

const setAll = (values: RowValues, parts: Partial<Record<Field, string>>): void => {
  for (const [field, text] of Object.entries(parts) as [Field, string][]) {
    if (field === 'Address1') values.set(field, text)
    else setMissing(values, field, text)
  }
}

const NAME_FAULTS: Record<NameDoubt, string> = {
  several: 'must name one person: write a row for each, or "organization" in a column "Type"',
  address: 'must be a name without a mail address, which belongs in a column of its own',
  title: 'must be more than a title: a name such as this needs columns for first and last name',
}

// A name in one cell is that of an organization if the row says so, else that of a person.
const prepareName = (values: RowValues, context: RowContext): void => {
  noteDoubts(values)
  const name = values.text('FullName')
  if (name !== undefined && isOrganization(values, context.type)) setMissing(values, 'OrganizationName', name)
  else if (name !== undefined) {
    const doubt = doubtOf(name)
    if (doubt !== undefined) values.refuse('FullName', NAME_FAULTS[doubt])
    const { prefix, first, last, suffix } = splitName(name, nameOrderOf(values, name, context))
    setMissing(values, 'Prefix', prefix)
    setMissing(values, 'FirstName', first)
    setMissing(values, 'LastName', last)
    setMissing(values, 'Suffix', suffix)
  }
  values.delete('FullName')
}

/** Warns of names in columns of their own, which stay as they are. Words such as "Judge" are names there. */
const noteDoubts = (values: RowValues): void => {
  for (const field of ['FirstName', 'MiddleName', 'LastName'] as const) {
    const doubt = doubtOf(values.text(field) ?? '')
    if (doubt === 'several' || doubt === 'address') values.guess(field, 'DoubtfulName', GUESSES[doubt])
  }
}

/**
 * Returns the order of the names in a cell, with a note if nothing shows it. A name of a language that begins with the
 * last name is open.
 */
const nameOrderOf = (values: RowValues, name: string, { nameOrder, isLastFirst }: RowContext): NameOrder => {
  if (nameOrder !== undefined) return nameOrder
  const sign = findOrderSign(name)
  if (sign === 'clear') return 'FirstLast'
  if (sign === 'capitals') {
    values.guess('FullName', 'NameOrder', GUESSES.capitals)
    return 'LastFirst'
  }
  if (sign === 'script' || isLastFirst)
    values.refuse('FullName', 'can begin with the last name or with the first: NameOrder decides it')
  else values.guess('FullName', 'NameOrder', GUESSES.names)
  return 'FirstLast'
}

/**
 * Adds what the cells of a new contact imply. Subscribers and donors often leave only their mail address, which is then
 * the only name that they have, and the id of the other program is the only number.
 */
export const completeNew = (values: RowValues, context: RowContext): void => {
  const { preset, type } = context
  setMissing(values, 'AccountNumber', findSourceNumber(values, context))
  const hasName = NAMES.some((field) => values.text(field) !== undefined)
  if (PRESETS[preset].namesByEmail && !hasName && !isOrganization(values, type))
    setMissing(values, 'CommonName', EMAILS.map((field) => values.text(field)).find(Boolean))
}

/**
 * Returns the account number of a row that has only an id of the other program. The prefix keeps it apart from other
 * numbers.
 */
export const findSourceNumber = (values: RowValues, { preset }: RowContext): string | undefined => {
  const id = values.text('SourceId')
  return id === undefined ? undefined : `${PRESETS[preset].idPrefix ?? ''}${id}`
}

const EMAILS = ['Email', 'PersonalEmail', 'OtherEmail'] as const satisfies readonly Field[]

const setMissing = (values: RowValues, field: Field, text: string | undefined): void => {
  if (text !== undefined && values.text(field) === undefined) values.set(field, text)
}

const NAMES: readonly Field[] = ['FirstName', 'LastName', 'CommonName', 'OrganizationName']

const isOrganization = (values: RowValues, type: 1 | 2 | undefined): boolean => findStatedType(values, type) === 2

/**
 * Returns the type that the row or the import states; undefined if neither does. A type that cannot be read is refused
 * later.
 */
export const findStatedType = (values: RowValues, type: 1 | 2 | undefined): 1 | 2 | undefined => {
  const text = values.text('Type')
  try {
    return text === undefined ? type : readType(text)
  } catch (error) {
    if (error instanceof ValueFault) return undefined
    throw error
  }
}
