import { parsePhone } from '#areas/people/contacts/contacts.input'
import { findCountries } from '#areas/people/contacts/contacts.queries'
import type { ContactPhoneDetailInput } from '#contract/people/contacts-details'
import { badInput, notFound } from '#kernel/errors/problem'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ContactPhone } from '#prisma/client'
import type { Versioned } from '../answer.ts'
import { assertRoom, changeContact, type HeldContact } from '../change-contact.service.ts'
import type { PhoneOfContact } from './phones.queries.ts'

/** Adds a phone number (id 0) or changes one. The first becomes the primary one (see refreshContactRow). */
export const savePhone = (
  scope: Scope,
  contactId: number,
  id: number,
  input: ContactPhoneDetailInput,
  expected: ExpectedVersion,
): Promise<Versioned<PhoneOfContact>> =>
  changeContact(scope, contactId, expected, 'phones', async (tx, contact) => {
    const phones = await phonesOf(tx, contact, scope)
    const current = id === 0 ? undefined : findIn(phones, id)
    if (!current) assertRoom(phones.length, 'phone numbers')
    const data = await readInput(scope, input, current)
    const { tenantId } = scope.db
    const saved = current
      ? await tx.contactPhone.update({ where: { tenantId_id: { tenantId, id } }, data })
      : await tx.contactPhone.create({ data: { ...data, tenantId, contactId } })
    const isPrimary = (contact.primaryPhoneId ?? saved.id) === saved.id
    return { answer: { ...saved, isPrimary }, changes: { id: saved.id, ...data } }
  })

/** Removes a phone number; the oldest that is left takes the place of a primary one. */
export const deletePhone = (scope: Scope, contactId: number, id: number, expected: ExpectedVersion) =>
  changeContact(scope, contactId, expected, 'phones', async (tx, contact) => {
    const { number } = findIn(await phonesOf(tx, contact, scope), id)
    await tx.contactPhone.delete({ where: { tenantId_id: { tenantId: scope.db.tenantId, id } } })
    return { answer: null, changes: { id, number, isDeleted: true } }
  })

/** Makes a phone number the one that lists show; nothing is written where it is that already. */
export const makePhonePrimary = (
  scope: Scope,
  contactId: number,
  id: number,
  expected: ExpectedVersion,
): Promise<Versioned<PhoneOfContact>> =>
  changeContact(scope, contactId, expected, 'phones', async (tx, contact) => {
    const phone = findIn(await phonesOf(tx, contact, scope), id)
    if (contact.primaryPhoneId === id) return { answer: { ...phone, isPrimary: true } }
    await tx.contact.updateMany({ where: { tenantId: scope.db.tenantId, id: contactId }, data: { primaryPhoneId: id } })
    return { answer: { ...phone, isPrimary: true }, changes: { primaryId: id } }
  })

const phonesOf = (tx: Transaction, { id }: HeldContact, { db }: Scope): Promise<ContactPhone[]> =>
  tx.contactPhone.findMany({ where: { tenantId: db.tenantId, contactId: id }, orderBy: { id: 'asc' } })

const findIn = (phones: ContactPhone[], id: number): ContactPhone => {
  const found = phones.find((phone) => phone.id === id)
  if (!found) throw notFound('phone number')
  return found
}

const readInput = async (scope: Scope, input: ContactPhoneDetailInput, current: ContactPhone | undefined) => {
  const number = await readNumber(scope, input, current)
  return {
    ...number,
    extension: input.Extension === undefined ? (current?.extension ?? null) : readExtension(input.Extension),
    typeId: input.PhoneTypeId ?? current?.typeId ?? 1,
    isUnpublished: input.IsUnpublished ?? current?.isUnpublished ?? false,
  }
}

/** A number without a country code is one of the tenant's country. */
const readNumber = async (scope: Scope, { Phone }: ContactPhoneDetailInput, current: ContactPhone | undefined) => {
  if (Phone === undefined && current) return { number: current.number, e164: current.e164 }
  const country = (await findCountries(scope)).get(scope.tenant.countryId)
  const read = parsePhone(Phone ?? '', country?.alpha2)
  if (!read) throw badInput('/Phone', 'must be a phone number, like +1 202 456 1111')
  return read
}

const readExtension = (text: string | null): string | null => {
  const extension = text?.trim() ?? ''
  if (!/^[\d#*]*$/.test(extension)) throw badInput('/Extension', 'must be made of digits, # and *')
  return extension || null
}
