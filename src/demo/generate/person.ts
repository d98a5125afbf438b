import type { RowOf } from '#areas/people/contacts/records/columns.model'
import type { City, Locale, Word } from '../locales/locale.ts'
import type { Random } from '../random.ts'
import { addAddress, addEmail, addPhone, addWebsite, generateAddress, slug } from './contact-info.ts'
import { distinction, type Organization } from './organization.ts'
import { type DemoContact, dayAt, newContact, type World } from './world.ts'

/** The values that the members of a family share. */
export interface Household {
  familyAt: number
  city: City
  address?: RowOf<'places'>
}

export interface PersonOptions {
  household?: Household
  /** The person's employer. */
  employer?: Organization | undefined
}

interface Name {
  first: Word
  last: Word
  genderId: number
}

export const makePerson = (
  world: World,
  random: Random,
  locale: Locale,
  ordinal: number,
  { household, employer }: PersonOptions,
): DemoContact => {
  const name = makeName(random, locale, household)
  const contact = newContact(world, ordinal, 1, random.between(1, 3200), {
    prefix: random.pick(locale.prefixes) || null,
    first_name: name.first.text,
    middle_name: random.chance(0.08) ? random.pick(name.genderId === 1 ? locale.female : locale.male).text : null,
    last_name: name.last.text,
    common_name: random.chance(0.03) ? name.first.latin : null,
    gender_id: random.chance(0.7) ? name.genderId : random.chance(0.3) ? random.between(3, 4) : null,
    primary_title: employer || random.chance(0.2) ? random.pick(locale.titles) : null,
    account_number: random.chance(0.8) ? `P-${String(ordinal + 1).padStart(6, '0')}` : null,
    hide_account_number: random.chance(0.02),
    ...(random.chance(0.04) && { manual_status_id: random.pick([1, 4, 16]) }),
  })
  const city = household?.city ?? employer?.city ?? random.pick(locale.cities)
  addWays(world, random, locale, contact, { name, city, employer })
  addHome(world, random, locale, contact, { city, household, employer })
  if (random.chance(0.07)) addDesignation(world, random, contact)
  if (employer) addRole(world, random, contact, employer, contact.records.entered.primary_title)
  return contact
}

const makeName = (random: Random, locale: Locale, household: Household | undefined): Name => {
  const genderId = random.between(1, 2)
  const family = (genderId === 1 && locale.familyOfWomen) || locale.family
  const at = household?.familyAt ?? random.between(0, family.length - 1)
  const last = family[at] ?? random.pick(family)
  const first = random.pick(genderId === 1 ? locale.female : locale.male)
  if (household || locale.familyJoint === undefined || !random.chance(0.2)) return { first, last, genderId }
  const second = random.pick(family)
  const joined = {
    text: `${last.text}${locale.familyJoint}${second.text}`,
    latin: `${last.latin}-${second.latin}`,
  }
  return { first, last: joined, genderId }
}

interface Ways {
  name: Name
  city: City
  employer: Organization | undefined
}

const addWays = (world: World, random: Random, locale: Locale, contact: DemoContact, ways: Ways): void => {
  const { name, city, employer } = ways
  const local = `${slug(name.first.latin)}.${slug(name.last.latin)}${distinction(contact.ordinal)}`
  if (employer && random.chance(0.85)) addEmail(world, random, contact, `${local}@${employer.domain}`, 1)
  if (random.chance(employer ? 0.3 : 0.85)) {
    const host = random.pick(['mail', 'post', 'inbox'])
    addEmail(world, random, contact, `${local}@${host}.${locale.alpha2.toLowerCase()}.example`, 2)
  }
  if (random.chance(0.7)) addPhone(world, random, contact, locale, locale.mobile, 2)
  if (employer && random.chance(0.5)) addPhone(world, random, contact, locale, city.phone, 1)
  if (!employer && random.chance(0.3)) addPhone(world, random, contact, locale, city.phone, 3)
  if (random.chance(0.05))
    addWebsite(world, contact, `https://${slug(`${name.first.latin} ${name.last.latin}`)}.example`)
}

interface Home {
  city: City
  household: Household | undefined
  employer: Organization | undefined
}

/** A family shares one address; some have the address of their employer; a few have none. */
const addHome = (world: World, random: Random, locale: Locale, contact: DemoContact, home: Home): void => {
  const { city, household, employer } = home
  if (household) {
    household.address ??= generateAddress(world, random, contact, locale, city)
    addAddress(world, random, contact, household.address, 5)
  } else if (random.chance(0.7)) {
    addAddress(world, random, contact, generateAddress(world, random, contact, locale, city), 5)
  }
  const workplace = employer?.contact.records.places[0]
  if (workplace && random.chance(0.25)) addAddress(world, random, contact, workplace, 2)
}

const DESIGNATIONS = [
  ['CPA', 'Certified Public Accountant'],
  ['PMP', 'Project Management Professional'],
  ['CAE', 'Certified Association Executive'],
  ['PhD', 'Doctor of Philosophy'],
  ['MBA', 'Master of Business Administration'],
] as const

const addDesignation = (world: World, random: Random, { records }: DemoContact): void => {
  const [code, name] = random.pick(DESIGNATIONS)
  const id = world.nextId('contact_designation')
  records.designations.push({ id, contact_id: records.id, code, name, display_order: 0 })
}

/** A role at an organization; a few have ended. */
export const addRole = (
  world: World,
  random: Random,
  { records }: DemoContact,
  { contact: { records: organization } }: Organization,
  title: string | null,
): void => {
  const started = random.between(60, 3000)
  records.roles.push({
    id: world.nextId('contact_role'),
    audit_id: 1,
    contact_id: records.id,
    organization_id: organization.id,
    role_type_id: random.chance(0.85) ? random.pick(world.lookups.roleTypes).id : null,
    title,
    start_date: dayAt(world, -started),
    end_date: random.chance(0.07) ? dayAt(world, -random.between(2, started - 1)) : null,
    display_on_web: random.chance(0.9),
  })
  records.surroundings.roleCount++
  organization.surroundings.roleCount++
  const { organizations } = records.surroundings
  if (!organizations.some(({ id }) => id === organization.id))
    organizations.push({
      id: organization.id,
      name: organization.entered.organization_name ?? '',
      // The same list object, so that it includes a membership that the organization gets later.
      covering: world.lookups.membershipTypes.business.coversPeople ? organization.surroundings.membershipStatuses : [],
    })
}
