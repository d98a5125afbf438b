import { parseEmail } from '#areas/people/contacts/contacts.input'
import type { ContactEmailDetailInput } from '#contract/people/contacts-details'
import { badInput, conflict, notFound } from '#kernel/errors/problem'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { ContactEmail } from '#prisma/client'
import type { Versioned } from '../answer.ts'
import { assertRoom, changeContact, type HeldContact } from '../change-contact.service.ts'
import type { EmailOfContact } from './emails.queries.ts'

/** Adds an email address (id 0) or changes one. The first becomes the primary one (see refreshContactRow). */
export const saveEmail = (
  scope: Scope,
  contactId: number,
  id: number,
  input: ContactEmailDetailInput,
  expected: ExpectedVersion,
): Promise<Versioned<EmailOfContact>> =>
  changeContact(scope, contactId, expected, 'emails', async (tx, contact) => {
    const emails = await emailsOf(tx, contact, scope)
    const current = id === 0 ? undefined : findIn(emails, id)
    if (!current) assertRoom(emails.length, 'email addresses')
    const data = readInput(input, current)
    if (emails.some((email) => email.addressKey === data.addressKey && email.id !== id)) throw taken(data.address)
    const { tenantId } = scope.db
    const saved = current
      ? await tx.contactEmail.update({ where: { tenantId_id: { tenantId, id } }, data })
      : await tx.contactEmail.create({ data: { ...data, tenantId, contactId } })
    const isPrimary = (contact.primaryEmailId ?? saved.id) === saved.id
    return { answer: { ...saved, isPrimary }, changes: { id: saved.id, ...data } }
  })

/** Removes an email address; the oldest that is left takes the place of a primary one. */
export const deleteEmail = (scope: Scope, contactId: number, id: number, expected: ExpectedVersion) =>
  changeContact(scope, contactId, expected, 'emails', async (tx, contact) => {
    const { address } = findIn(await emailsOf(tx, contact, scope), id)
    await tx.contactEmail.delete({ where: { tenantId_id: { tenantId: scope.db.tenantId, id } } })
    return { answer: null, changes: { id, address, isDeleted: true } }
  })

/** Makes an email address the one that lists show; nothing is written where it is that already. */
export const makeEmailPrimary = (
  scope: Scope,
  contactId: number,
  id: number,
  expected: ExpectedVersion,
): Promise<Versioned<EmailOfContact>> =>
  changeContact(scope, contactId, expected, 'emails', async (tx, contact) => {
    const email = findIn(await emailsOf(tx, contact, scope), id)
    if (contact.primaryEmailId === id) return { answer: { ...email, isPrimary: true } }
    await tx.contact.updateMany({ where: { tenantId: scope.db.tenantId, id: contactId }, data: { primaryEmailId: id } })
    return { answer: { ...email, isPrimary: true }, changes: { primaryId: id } }
  })

const emailsOf = (tx: Transaction, { id }: HeldContact, { db }: Scope): Promise<ContactEmail[]> =>
  tx.contactEmail.findMany({ where: { tenantId: db.tenantId, contactId: id }, orderBy: { id: 'asc' } })

const findIn = (emails: ContactEmail[], id: number): ContactEmail => {
  const found = emails.find((email) => email.id === id)
  if (!found) throw notFound('email address')
  return found
}

const readInput = (input: ContactEmailDetailInput, current: ContactEmail | undefined) => {
  const read = input.EmailAddress === undefined && current ? undefined : parseEmail(input.EmailAddress ?? '')
  if (read === null) throw badInput('/EmailAddress', 'must be an email address, like ada@example.org')
  return {
    address: read?.address ?? current?.address ?? '',
    addressKey: read?.key ?? current?.addressKey ?? '',
    typeId: input.EmailAddressTypeId ?? current?.typeId ?? 1,
    status: input.EmailStatus ?? current?.status ?? 0,
    isUnpublished: input.IsUnpublished ?? current?.isUnpublished ?? false,
  }
}

const taken = (address: string) => conflict('duplicate', `The contact has the email address ${address} already.`)
