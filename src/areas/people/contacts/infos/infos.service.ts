import type {
  ContactEmailDetailInput,
  ContactPhoneDetailInput,
  ContactWebsiteDetailInput,
} from '#contract/people/contacts-details'
import { badInput, conflict } from '#kernel/errors/problem'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { ContactEmail, ContactWebsite } from '#prisma/client'
import { changeContact, makePrimary } from '../contact-changes.service.ts'
import { findPart, markSaved } from '../contact-parts.model.ts'
import { requireListRoom, type Versioned } from '../contact-parts.queries.ts'
import { parseEmail, parseWebsite } from '../contacts.input.ts'
import {
  type EmailOfContact,
  findEmails,
  findPhones,
  findWebsites,
  type PhoneOfContact,
  type WebsiteOfContact,
} from './infos.queries.ts'
import { parsePhonePart } from './phones.input.ts'

const EMAIL = 'email address'

/** Adds an email address (id 0) or changes one. @throws 400, 404, 409 duplicate, 412, 422 too-many. */
export const saveEmail = (
  scope: Scope,
  contactId: number,
  id: number,
  input: ContactEmailDetailInput,
  expected: ExpectedVersion,
): Promise<Versioned<EmailOfContact>> =>
  changeContact(scope, contactId, expected, 'emails', async (tx, contact) => {
    const emails = await findEmails(tx, scope, contactId)
    const current = id === 0 ? undefined : findPart(emails, id, EMAIL)
    if (!current) await requireListRoom(scope, tx, contactId, 'emails')
    const data = parseEmailPart(input, current)
    if (emails.some((email) => email.addressKey === data.addressKey && email.id !== id))
      throw conflict('duplicate', `The contact already has the email address ${data.address}.`)
    const { tenantId } = scope.db
    const saved = current
      ? await tx.contactEmail.update({ where: { tenantId_id: { tenantId, id } }, data })
      : await tx.contactEmail.create({ data: { ...data, tenantId, contactId } })
    return { result: markSaved(saved, contact, 'primaryEmailId'), changes: { id: saved.id, ...data }, before: current }
  })

/** Removes an email address. If it was the primary one, the oldest remaining one becomes primary. @throws 404, 412. */
export const deleteEmail = (scope: Scope, contactId: number, id: number, expected: ExpectedVersion) =>
  changeContact(scope, contactId, expected, 'emails', async (tx) => {
    const before = findPart(await findEmails(tx, scope, contactId), id, EMAIL)
    await tx.contactEmail.delete({ where: { tenantId_id: { tenantId: scope.db.tenantId, id } } })
    return { result: null, changes: { id, address: before.address, isDeleted: true }, before }
  })

/** Makes an email address the primary one. @throws 404, 412. */
export const makeEmailPrimary = (
  scope: Scope,
  contactId: number,
  id: number,
  expected: ExpectedVersion,
): Promise<Versioned<EmailOfContact>> =>
  changeContact(scope, contactId, expected, 'emails', async (tx, contact) => {
    const email = findPart(await findEmails(tx, scope, contactId), id, EMAIL)
    return makePrimary(scope, tx, contact, 'primaryEmailId', { ...email, isPrimary: true })
  })

const parseEmailPart = (input: ContactEmailDetailInput, current: ContactEmail | undefined) => {
  const email = input.EmailAddress === undefined && current ? undefined : parseEmail(input.EmailAddress ?? '')
  if (email === null) throw badInput('/EmailAddress', 'must be an email address, like ada@example.org')
  return {
    address: email?.address ?? current?.address ?? '',
    addressKey: email?.key ?? current?.addressKey ?? '',
    typeId: input.EmailAddressTypeId ?? current?.typeId ?? 1,
    status: input.EmailStatus ?? current?.status ?? 0,
    isUnpublished: input.IsUnpublished ?? current?.isUnpublished ?? false,
  }
}

const PHONE = 'phone number'

/** Adds a phone number (id 0) or changes one. @throws 400, 404, 412, 422 too-many. */
export const savePhone = (
  scope: Scope,
  contactId: number,
  id: number,
  input: ContactPhoneDetailInput,
  expected: ExpectedVersion,
): Promise<Versioned<PhoneOfContact>> =>
  changeContact(scope, contactId, expected, 'phones', async (tx, contact) => {
    const phones = await findPhones(tx, scope, contactId)
    const current = id === 0 ? undefined : findPart(phones, id, PHONE)
    if (!current) await requireListRoom(scope, tx, contactId, 'phones')
    const data = await parsePhonePart(scope, tx, input, current)
    const { tenantId } = scope.db
    const saved = current
      ? await tx.contactPhone.update({ where: { tenantId_id: { tenantId, id } }, data })
      : await tx.contactPhone.create({ data: { ...data, tenantId, contactId } })
    return { result: markSaved(saved, contact, 'primaryPhoneId'), changes: { id: saved.id, ...data }, before: current }
  })

/** Removes a phone number. If it was the primary one, the oldest remaining one becomes primary. @throws 404, 412. */
export const deletePhone = (scope: Scope, contactId: number, id: number, expected: ExpectedVersion) =>
  changeContact(scope, contactId, expected, 'phones', async (tx) => {
    const before = findPart(await findPhones(tx, scope, contactId), id, PHONE)
    await tx.contactPhone.delete({ where: { tenantId_id: { tenantId: scope.db.tenantId, id } } })
    return { result: null, changes: { id, number: before.number, isDeleted: true }, before }
  })

/** Makes a phone number the primary one. @throws 404, 412. */
export const makePhonePrimary = (
  scope: Scope,
  contactId: number,
  id: number,
  expected: ExpectedVersion,
): Promise<Versioned<PhoneOfContact>> =>
  changeContact(scope, contactId, expected, 'phones', async (tx, contact) => {
    const phone = findPart(await findPhones(tx, scope, contactId), id, PHONE)
    return makePrimary(scope, tx, contact, 'primaryPhoneId', { ...phone, isPrimary: true })
  })

const WEBSITE = 'web address'

/** Adds a web address (id 0) or changes one. @throws 400, 404, 412, 422 too-many. */
export const saveWebsite = (
  scope: Scope,
  contactId: number,
  id: number,
  input: ContactWebsiteDetailInput,
  expected: ExpectedVersion,
): Promise<Versioned<WebsiteOfContact>> =>
  changeContact(scope, contactId, expected, 'websites', async (tx, contact) => {
    const websites = await findWebsites(tx, scope, contactId)
    const current = id === 0 ? undefined : findPart(websites, id, WEBSITE)
    if (!current) await requireListRoom(scope, tx, contactId, 'websites')
    const data = parseWebsitePart(input, current)
    const { tenantId } = scope.db
    const saved = current
      ? await tx.contactWebsite.update({ where: { tenantId_id: { tenantId, id } }, data })
      : await tx.contactWebsite.create({ data: { ...data, tenantId, contactId } })
    return {
      result: markSaved(saved, contact, 'primaryWebsiteId'),
      changes: { id: saved.id, ...data },
      before: current,
    }
  })

/** Removes a web address. If it was the primary one, the oldest remaining one becomes primary. @throws 404, 412. */
export const deleteWebsite = (scope: Scope, contactId: number, id: number, expected: ExpectedVersion) =>
  changeContact(scope, contactId, expected, 'websites', async (tx) => {
    const before = findPart(await findWebsites(tx, scope, contactId), id, WEBSITE)
    await tx.contactWebsite.delete({ where: { tenantId_id: { tenantId: scope.db.tenantId, id } } })
    return { result: null, changes: { id, url: before.url, isDeleted: true }, before }
  })

/** Makes a web address the primary one. @throws 404, 412. */
export const makeWebsitePrimary = (
  scope: Scope,
  contactId: number,
  id: number,
  expected: ExpectedVersion,
): Promise<Versioned<WebsiteOfContact>> =>
  changeContact(scope, contactId, expected, 'websites', async (tx, contact) => {
    const website = findPart(await findWebsites(tx, scope, contactId), id, WEBSITE)
    return makePrimary(scope, tx, contact, 'primaryWebsiteId', { ...website, isPrimary: true })
  })

const parseWebsitePart = (input: ContactWebsiteDetailInput, current: ContactWebsite | undefined) => {
  const url = input.Url === undefined && current ? current.url : parseWebsite(input.Url ?? '')
  if (url === null) throw badInput('/Url', 'must be a web address, like https://example.org')
  return {
    url,
    typeId: input.WebAddressTypeId ?? current?.typeId ?? 1,
    isUnpublished: input.IsUnpublished ?? current?.isUnpublished ?? false,
  }
}
