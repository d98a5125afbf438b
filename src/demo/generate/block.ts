import { derivePersonDisplayName, namesOf } from '#areas/people/contacts/records/derivation.model'
import { locales, pickLocale } from '../locales/all.ts'
import type { Locale } from '../locales/locale.ts'
import { type Random, seededRandom } from '../random.ts'
import { joinChapter } from './chapters.ts'
import { addDetails } from './details.ts'
import { addInvoice, addMembership } from './money.ts'
import { makeOrganization, type Organization } from './organization.ts'
import { addRole, makePerson } from './person.ts'
import { DAY, type DemoContact, type World } from './world.ts'

/** Related contacts are generated together, so that no contact references another block. */
export const BLOCK = 10

/** Generates `size` contacts (at most BLOCK) from `first` on: always the same for the same position. */
export const makeBlock = (world: World, first: number, size: number): DemoContact[] => {
  const random = seededRandom(first + 1)
  const locale = localeOf(random, first / BLOCK)
  const ordinals = Array.from({ length: size }, (_, at) => first + at)
  const firms = ordinals.splice(0, size < 4 || random.chance(0.5) ? 1 : 2)
  const organizations = firms.map((ordinal) => makeOrganization(world, random, locale, ordinal))
  const people = makePeople(world, random, locale, ordinals, organizations)
  const living = [...organizations.map(({ contact }) => contact), ...people]
  appointContacts(random, organizations, people)
  for (const organization of organizations) relateColleagues(world, organization, people)
  if (organizations.length === 2 && random.chance(0.4)) subordinate(world, organizations)
  const leaver = size === BLOCK && random.chance(0.12) ? living.pop() : undefined
  for (const contact of living) addLife(world, random, contact)
  if (leaver) endContact(world, random, leaver, living.at(-1))
  return leaver ? [...living, leaver] : living
}

/** Every country early, so that a small demonstration has all of them; after that by share. */
const localeOf = (random: Random, block: number): Locale => {
  const early = block % 2 === 0 ? locales[block / 2] : undefined
  return early ?? pickLocale(random)
}

const makePeople = (
  world: World,
  random: Random,
  locale: Locale,
  ordinals: number[],
  organizations: Organization[],
): DemoContact[] => {
  const isFamily = ordinals.length > 5 && random.chance(0.35)
  const household = { familyAt: random.between(0, locale.family.length - 1), city: random.pick(locale.cities) }
  // The last one has no relations: it can be the one that is deleted.
  const people = ordinals.map((ordinal, at) => {
    const isLast = at === ordinals.length - 1
    const employer = !isLast && random.chance(0.65) ? random.pick(organizations) : undefined
    const person = makePerson(world, random, locale, ordinal, {
      employer,
      ...(isFamily && at < 4 && { household }),
    })
    const second = organizations.find((organization) => organization !== employer)
    if (employer && second && random.chance(0.08)) addRole(world, random, person, second, null)
    return person
  })
  if (isFamily) relate(world, people)
  return people
}

/** Two parents and two children. */
const relate = ({ lookups }: World, [one, other, child, sibling]: DemoContact[]): void => {
  if (!one || !other || !child || !sibling) return
  addRelationship(one, other, lookups.spouse)
  addRelationship(child, sibling, lookups.sibling)
  for (const parent of [one, other]) {
    for (const each of [child, sibling]) {
      addRelationship(each, parent, lookups.parent)
      each.records.surroundings.parentCount++
      parent.records.surroundings.childCount++
    }
  }
}

/** The first employee of an organization supervises the second, and coordinates a volunteer from outside. */
const relateColleagues = ({ lookups }: World, { contact }: Organization, people: DemoContact[]): void => {
  const [first, second] = people.filter(({ records }) => records.roles[0]?.organization_id === contact.records.id)
  if (!first) return
  addRelationship(first, contact, lookups.employer)
  if (second) addRelationship(second, first, lookups.supervisor)
  // The last one can be the one that is deleted.
  const volunteer = people.slice(0, -1).find(({ records }) => records.roles.length === 0)
  if (volunteer) addRelationship(volunteer, first, lookups.volunteerCoordinator)
}

const subordinate = ({ lookups }: World, [upper, lower]: Organization[]): void => {
  if (!upper || !lower) return
  addRelationship(lower.contact, upper.contact, lookups.parentOrganization)
  lower.contact.records.surroundings.parentCount++
  upper.contact.records.surroundings.childCount++
}

/** The other contact is the `type` of the contact. */
const addRelationship = (contact: DemoContact, other: DemoContact, typeId: number): void => {
  const row = { contact_id: contact.records.id, other_contact_id: other.records.id, type_id: typeId }
  contact.attachments.push({ table: 'contact_relationship', row })
}

/** The first employee of an organization is its primary contact. */
const appointContacts = (random: Random, organizations: Organization[], people: DemoContact[]): void => {
  for (const { contact } of organizations) {
    const [colleague] = people.filter(({ records }) => records.roles[0]?.organization_id === contact.records.id)
    if (!colleague || !random.chance(0.9)) continue
    contact.records.entered.primary_contact_id = colleague.records.id
    contact.records.surroundings.primaryContactName = nameOf(colleague)
  }
}

const nameOf = ({ records: { entered } }: DemoContact): string => derivePersonDisplayName(namesOf(entered))

const addLife = (world: World, random: Random, contact: DemoContact): void => {
  const isOrganization = contact.records.entered.system_type_id === 2
  if (random.chance(isOrganization ? 0.55 : 0.3)) addMembership(world, random, contact)
  else if (random.chance(0.05)) {
    const cents = random.between(10, 90) * 100
    const paid = random.chance(0.3) ? cents : 0
    addInvoice(world, contact, {
      cents,
      paid,
      issuedOn: -random.between(1, 60),
      paidOn: 0,
      description: 'Annual dinner',
    })
  }
  addDetails(world, random, contact)
  joinChapter(world, contact)
}

/** Deletes a contact, or merges it into a similar one. */
const endContact = (world: World, random: Random, leaver: DemoContact, winner: DemoContact | undefined): void => {
  leaver.deletedAt = new Date(world.today - random.between(0, 20) * DAY)
  leaver.records.isDeleted = true
  leaver.records.auditId = 2
  const isMerged = winner?.records.entered.system_type_id === 1 && random.chance(0.4)
  if (!isMerged) return
  const { first_name, last_name, gender_id } = winner.records.entered
  Object.assign(leaver.records.entered, { first_name, last_name, gender_id, middle_name: null, common_name: null })
  Object.assign(leaver.records, { mergedIntoId: winner.records.id, emails: [], phones: [], websites: [] })
  Object.assign(leaver.records, { places: [], addresses: [], designations: [] })
  winner.records.auditId = 2
}
