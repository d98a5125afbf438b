import type { Tenant } from '#prisma/client'
import { unitedStates } from '../locales/english.ts'
import { seededRandom } from '../random.ts'
import { addAddress, addEmail, addPhone, generateAddress } from './contact-info.ts'
import type { Organization } from './organization.ts'
import { makePerson } from './person.ts'
import { type DemoContact, newContact, type World } from './world.ts'

/** The number of contacts for the tenant's own organization and its staff. */
export const STAFF_SIZE = 4

/** Generates the tenant's own organization and its staff, who are assigned to the others: the first contacts. */
export const makeOffice = (world: World, tenant: Pick<Tenant, 'key' | 'name'>): DemoContact[] => {
  const random = seededRandom(0)
  const locale = unitedStates
  const city = random.pick(locale.cities)
  const contact = newContact(world, 0, 2, 3650, { organization_name: tenant.name, account_number: 'B-000001' })
  const office: Organization = { contact, city, domain: `${tenant.key}.example` }
  addEmail(world, random, contact, `office@${office.domain}`, 1)
  addPhone(world, random, contact, locale, city.phone, 1)
  addAddress(world, random, contact, generateAddress(world, random, contact, locale, city), 1)
  const staff = Array.from({ length: STAFF_SIZE - 1 }, (_, at) => {
    const person = makePerson(world, random, locale, at + 1, { employer: office })
    person.records.surroundings.isStaff = true
    return person
  })
  return [contact, ...staff]
}
