import { describe, expect, test } from 'vitest'
import type { Party } from '#areas/people/contacts/imports/import-matches.queries'
import { areEqualParties, canBeContact } from '#areas/people/imports/batches/parties.model'

const NONE: Party = {
  systemTypeId: undefined,
  firstName: null,
  middleName: null,
  lastName: null,
  suffix: null,
  commonName: null,
  organizationName: null,
}
const person = (name: string, more: Partial<Party> = {}): Party => {
  const [firstName = '', lastName = ''] = name.split('|')
  return { ...NONE, firstName: firstName || null, lastName: lastName || null, ...more }
}
const contact = (name: string, more: Partial<Party> = {}) => person(name, { systemTypeId: 1, ...more })
const organization = (organizationName: string, systemTypeId?: 2): Party => ({
  ...NONE,
  systemTypeId,
  organizationName,
})

describe('canBeContact', () => {
  test.each([
    ['Ann|Alder', 'Ann|Birch', 'a last name after a marriage'],
    ['Bob|King', 'Robert|King', 'a short form'],
    ['Jörg|Müller', 'Joerg|Mueller', 'letters that are spelled out'],
    ['Stefan|Klein', 'Stephan|Klein', 'a spelling'],
    ['Hanna|Klein', 'Hannah|Klein', 'a silent letter'],
    ['Erik|Lind', 'Eric|Lind', 'a spelling'],
    ['Mary|Lee', 'Mary Ann|Lee', 'a second name'],
    ['Marie-Luise|Lee', 'Marie Luise|Lee', 'a hyphen'],
    ['John F.|Lee', 'John Frank|Lee', 'a middle initial'],
    ['|Birch', 'Ann|', 'names that do not contradict each other'],
    ['Ann|Alder', '|Alder', 'a first name that was missing'],
    ['|', 'Ann|Alder', 'a row without a name'],
  ])('takes %s for %s: %s', (row, known) => {
    expect(canBeContact(person(row), contact(known), true)).toBe(true)
  })

  test.each([
    ['Ben|Alder', 'Ann|Alder', 'a spouse'],
    ['Daniela|Alder', 'Daniel|Alder', 'a couple of nearly the same name'],
    ['Andreas|Alder', 'Andrea|Alder', 'a couple of nearly the same name'],
    ['Chris|Alder', 'Christina|Alder', 'a short form of several names'],
    ['A.|Alder', 'Ann|Alder', 'an initial'],
    ['Ann & Ben|Alder', 'Ann|Alder', 'a couple in one row'],
    ['Ann und Ben|Alder', 'Ann|Alder', 'a couple in one row'],
    ['Mary Beth|Lee', 'Mary Ann|Lee', 'sisters'],
    ['Ben|Birch', '|Alder', 'another last name'],
    ['|Birch', 'Ann|Alder', 'an empty first name'],
  ])('does not take %s for %s: %s', (row, known) => {
    expect(canBeContact(person(row), contact(known), true)).toBe(false)
  })

  test('takes a last name alone for a change if the file has no first names', () => {
    expect(canBeContact(person('|Lovelace'), contact('Ada|Byron'), false)).toBe(true)
  })

  test('tells son and father apart by the generation', () => {
    const father = contact('Robert|King', { suffix: 'Sr.' })
    expect(canBeContact(person('Robert|King', { suffix: 'Jr.' }), father, true)).toBe(false)
    expect(canBeContact(person('Robert|King', { suffix: 'Senior, PhD' }), father, true)).toBe(true)
  })

  test('finds a person by the nickname, and not by a mail address in its place', () => {
    expect(canBeContact(person('Trixie|Lee'), contact('Beatrix|Lee', { commonName: 'Trixie' }), true)).toBe(true)
    expect(canBeContact(person('Ann|Lee'), contact('|', { commonName: 'ann@post.example' }), true)).toBe(true)
    expect(canBeContact(person('|', { commonName: 'Annie' }), contact('Ann|Lee'), true)).toBe(true)
  })

  test('keeps people and organizations apart, and reads an organization beside a person as the employer', () => {
    const known: Party = organization('Harbor Trust', 2)
    expect(canBeContact(organization('Harbor Trust Inc.'), known, true)).toBe(true)
    expect(canBeContact(organization('Quay Society'), known, true)).toBe(false)
    expect(canBeContact(person('Ann|Lee'), known, true)).toBe(false)
    expect(canBeContact(organization('Harbor Trust'), contact('Ann|Lee'), true)).toBe(true)
    expect(canBeContact(organization('Harbor Trust', 2), contact('Ann|Lee'), true)).toBe(false)
  })
})

describe('areEqualParties', () => {
  test.each([
    [person('Ann|Alder'), person('ANN|alder'), true],
    [person('Ann|Alder'), person('Ann|'), true],
    [person('Ann|Alder'), person('Ann|Birch'), false],
    [person('Bob|King'), person('Robert|King'), false],
    [person('Robert|King'), person('Robert|King', { suffix: 'Jr.' }), false],
    [person('Ann|Alder'), organization('Alder Ltd.'), false],
    [organization('Alder Ltd.'), organization('Alder'), true],
    [person('|'), organization('Alder'), true],
  ])('compares the rows of one file (%#)', (one, other, isEqual) => {
    expect(areEqualParties(one, other)).toBe(isEqual)
    expect(areEqualParties(other, one)).toBe(isEqual)
  })
})
