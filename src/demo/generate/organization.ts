import type { City, Locale } from '../locales/locale.ts'
import type { Random } from '../random.ts'
import { addAddress, addEmail, addPhone, addWebsite, generateAddress, slug } from './contact-info.ts'
import { type DemoContact, newContact, type World } from './world.ts'

/** An organization with the values that its people share. */
export interface Organization {
  contact: DemoContact
  city: City
  /** The domain of its addresses, under .example (RFC 2606). */
  domain: string
}

export const makeOrganization = (world: World, random: Random, locale: Locale, ordinal: number): Organization => {
  const city = random.pick(locale.cities)
  const family = random.pick(locale.family)
  const other = random.pick(locale.family)
  const trade = random.pick(locale.trades)
  const name = random
    .pick(locale.organizations)
    .replace('{family}', family.text)
    .replace('{other}', other.text)
    .replace('{city}', city.name)
    .replace('{trade}', trade.text)
  const contact = newContact(world, ordinal, 2, random.between(30, 3600), {
    organization_name: name,
    account_number: `B-${String(ordinal + 1).padStart(6, '0')}`,
    ...(random.chance(0.05) && { manual_status_id: random.pick([1, 4, 16]) }),
  })
  const domain = `${slug(`${family.latin} ${trade.latin}`)}${distinction(ordinal)}.example`
  if (random.chance(0.92))
    addEmail(world, random, contact, `${random.pick(['info', 'office', 'contact'])}@${domain}`, 1)
  if (random.chance(0.94)) addPhone(world, random, contact, locale, city.phone, 1)
  if (random.chance(0.08)) addPhone(world, random, contact, locale, city.phone, 4)
  if (random.chance(0.7)) addWebsite(world, contact, `https://www.${domain}`)
  addAddress(world, random, contact, generateAddress(world, random, contact, locale, city), 1)
  return { contact, city, domain }
}

/** A suffix that distinguishes addresses of equal names; empty for the first thousand. */
export const distinction = (ordinal: number): string => (ordinal < 1000 ? '' : String(ordinal))
