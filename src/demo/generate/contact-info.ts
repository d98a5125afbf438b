import { parsePhone } from '#areas/people/contacts/contacts.input'
import type { RowOf } from '#areas/people/contacts/records/columns.model'
import { fold } from '#kernel/text/fold'
import { addressKeyOf } from '#kernel/text/mail-address'
import type { City, Locale } from '../locales/locale.ts'
import { fillPattern, type Random } from '../random.ts'
import type { DemoContact, World } from './world.ts'

/** The letters and digits of a name in Latin script, for internet addresses. */
export const slug = (latin: string): string =>
  fold(latin)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

export const addEmail = (
  world: World,
  random: Random,
  { records }: DemoContact,
  address: string,
  typeId: number,
): void => {
  const troubled = random.chance(0.06) ? random.between(1, 3) : 0
  records.emails.push({
    id: world.nextId('contact_email'),
    contact_id: records.id,
    address,
    address_key: addressKeyOf(address),
    type_id: typeId,
    status: troubled,
    is_unpublished: random.chance(0.05),
  })
}

export const addPhone = (
  world: World,
  random: Random,
  { records }: DemoContact,
  locale: Locale,
  pattern: string,
  typeId: number,
): void => {
  const read = parsePhone(fillPattern(random, pattern), locale.alpha2)
  if (!read) throw new Error(`${pattern} is not a valid telephone number`)
  records.phones.push({
    id: world.nextId('contact_phone'),
    contact_id: records.id,
    number: read.number,
    e164: read.e164,
    extension: typeId === 1 && random.chance(0.15) ? String(random.between(10, 499)) : null,
    type_id: typeId,
    is_unpublished: random.chance(0.05),
  })
}

export const addWebsite = (world: World, { records }: DemoContact, url: string): void => {
  const id = world.nextId('contact_website')
  records.websites.push({ id, contact_id: records.id, url, type_id: 1, is_unpublished: false })
}

export const generateAddress = (
  world: World,
  random: Random,
  { records }: DemoContact,
  locale: Locale,
  city: City,
): RowOf<'places'> => ({
  id: world.nextId('address'),
  audit_id: 1,
  source_contact_id: records.id,
  address1: locale.address
    .replace('{street}', random.pick(locale.streets))
    .replace('{n}', String(random.between(1, 240))),
  address2: null,
  city: city.name,
  state_province: city.region,
  postal_code: fillPattern(random, city.postalCode),
  country_id: locale.countryId,
})

/** Adds an address to the contact, its own or a shared one. */
export const addAddress = (
  world: World,
  random: Random,
  { records }: DemoContact,
  address: RowOf<'places'>,
  typeId: number,
): void => {
  records.places.push(address)
  records.addresses.push({
    id: world.nextId('contact_address'),
    audit_id: 1,
    contact_id: records.id,
    address_id: address.id,
    type_id: typeId,
    usage_flag_id: null,
    note: null,
    is_unpublished: random.chance(0.05),
  })
}
