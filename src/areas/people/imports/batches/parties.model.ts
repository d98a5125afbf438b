import {
  findNicknameGroups,
  makeNameForm,
  makeOrganizationNameForm,
  type Party,
} from '#areas/people/contacts/imports/import-matches.queries'
import { foldedWords } from '#kernel/text/fold'

/** Returns the values of a party that a row or a later row has set. */
export const mergeParties = <T extends Party>(party: T, later: Party): T => {
  const set = Object.entries(later).filter(([, value]) => value !== null && value !== undefined)
  return { ...party, ...Object.fromEntries(set) }
}

const GENERATIONS = new Map(
  Object.entries<string>({
    jr: 'jr',
    jun: 'jr',
    junior: 'jr',
    sr: 'sr',
    sen: 'sr',
    senior: 'sr',
    ii: 'ii',
    iii: 'iii',
    iv: 'iv',
  }),
)

// Father and son can differ by nothing else.
const generationOf = ({ suffix }: Party): string | undefined =>
  foldedWords(suffix ?? '')
    .map((word) => GENERATIONS.get(word))
    .find((found) => found !== undefined)

const hasPersonName = ({ firstName, lastName }: Party): boolean => firstName !== null || lastName !== null

/** Tests whether a party is a person, as a row without a type is read. */
const isPerson = (party: Party): boolean =>
  party.systemTypeId === undefined ? hasPersonName(party) || party.organizationName === null : party.systemTypeId === 1

// A mail address as the only name says nothing about the person.
const firstOf = ({ firstName, commonName }: Party): string | null =>
  firstName ?? (commonName?.includes('@') ? null : commonName)

const differ = (one: string | null, other: string | null): boolean => one !== null && other !== null && one !== other

/**
 * Returns whether two rows of one file can be the same contact: the names that both have are equal. A program writes
 * the name of a person in one form, so that two forms are two people.
 */
export const areEqualParties = (one: Party, other: Party): boolean => {
  if (isPerson(one) !== isPerson(other)) return isNameless(one) || isNameless(other)
  if (!isPerson(one)) return haveOneName(one, other)
  return (
    generationOf(one) === generationOf(other) &&
    !differ(makeNameForm(firstOf(one)), makeNameForm(firstOf(other))) &&
    !differ(makeNameForm(one.lastName), makeNameForm(other.lastName))
  )
}

const isNameless = ({ systemTypeId, firstName, lastName, commonName, organizationName }: Party): boolean =>
  systemTypeId === undefined && !firstName && !lastName && !commonName && !organizationName

/**
 * Returns whether a row can be of a contact that has the same address. People of one household share addresses, so that
 * the first name decides: it has to be the same, in another spelling or a short form. The last name can change.
 *
 * @param hasFirstNames whether the file has first names: then a row without one does not rename a contact.
 */
export const canBeContact = (row: Party, contact: Party, hasFirstNames: boolean): boolean => {
  if (isNameless(row)) return true
  if (contact.systemTypeId === 2) return row.systemTypeId !== 1 && !hasPersonName(row) && haveOneName(row, contact)
  // The organization in the row of a person is the employer.
  if (row.systemTypeId === 2) return false
  if (generationOf(row) !== undefined && generationOf(row) !== generationOf(contact)) return false
  const hasSameLast = !differ(makeNameForm(row.lastName), makeNameForm(contact.lastName))
  const { firstName } = row
  if (firstName === null) return hasSameLast || !hasFirstNames
  const known = firstOf(contact)
  if (known === null) return hasSameLast
  return [known, contact.commonName].some(
    (name) => name !== null && areFirstNames(withMiddle(firstName, row), withMiddle(name, contact)),
  )
}

const haveOneName = (one: Party, other: Party): boolean =>
  !differ(makeOrganizationNameForm(one.organizationName), makeOrganizationNameForm(other.organizationName))

const withMiddle = (first: string, { middleName }: Party): string => [first, middleName].filter(Boolean).join(' ')

/** Names of a couple in one cell. */
const JOINT = /[&+/]|\s(?:and|und|et|og|och|y|en)\s/i

/** Returns whether two first names, with middle names, can be those of one person. */
const areFirstNames = (one: string, other: string): boolean => {
  const [words, others] = [foldedWords(one), foldedWords(other)]
  if (words.join('') === others.join('')) return true
  if (JOINT.test(one) || JOINT.test(other)) return false
  const [short, long] = words.length <= others.length ? [words, others] : [others, words]
  return short.length > 0 && short.every((word, at) => long.some((wanted) => areForms(word, wanted, at > 0)))
}

/** @param isMiddle of a middle name, the first letter is enough. */
const areForms = (one: string, other: string, isMiddle: boolean): boolean =>
  spellingOf(one) === spellingOf(other) ||
  areShortForms(one, other) ||
  (isMiddle && (one.length === 1 || other.length === 1) && one[0] === other[0])

// A short form of several names, such as Chris, does not show which of two people is meant.
const areShortForms = (one: string, other: string): boolean => {
  const [group, ...more] = findNicknameGroups(one)
  const [wanted, ...others] = findNicknameGroups(other)
  return group !== undefined && group === wanted && more.length === 0 && others.length === 0
}

/**
 * Returns one form of the spellings of a folded name: Müller and Mueller, Stephan and Stefan, Erik and Eric, Hanna and
 * Hannah.
 */
const spellingOf = (word: string): string =>
  word
    .replace(/([aou])e(?=[^aeiou])/g, '$1')
    .replace(/ch(?=[rl])/g, 'k')
    .replace(/ch/g, 'x')
    .replace(/ph/g, 'f')
    .replace(/(?<=[^aeiou])h|(?<=[aeiou])h(?![aeiou])/g, '')
    .replace(/c/g, 'k')
    .replace(/y/g, 'i')
    .replace(/z/g, 's')
    .replace(/w/g, 'v')
    .replace(/(.)\1+/gu, '$1')
