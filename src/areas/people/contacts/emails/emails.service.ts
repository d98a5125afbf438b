import { parseEmail } from '#areas/people/contacts/contacts.input'
import type { ContactEmailDetailInput } from '#contract/people/contacts-details'
import { badInput, conflict } from '#kernel/errors/problem'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { ContactEmail } from '#prisma/client'
import { changeContact, makePrimary } from '../contact-changes.service.ts'
import { findPart, markSaved } from '../contact-parts.model.ts'
import type { Versioned } from '../contact-parts.queries.ts'
import { requireListRoom } from '../list-limits.queries.ts'
import { type EmailOfContact, findEmails } from './emails.queries.ts'

const NOUN = 'email address'

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
    const current = id === 0 ? undefined : findPart(emails, id, NOUN)
    if (!current) await requireListRoom(scope, tx, contactId, 'emails')
    const data = parseEmailPart(input, current)
    if (emails.some((email) => email.addressKey === data.addressKey && email.id !== id))
      throw conflict('duplicate', `The contact already has the email address ${data.address}.`)
    const { tenantId } = scope.db
    const saved = current
      ? await tx.contactEmail.update({ where: { tenantId_id: { tenantId, id } }, data })
      : await tx.contactEmail.create({ data: { ...data, tenantId, contactId } })
    return { result: markSaved(saved, contact, 'primaryEmailId'), changes: { id: saved.id, ...data } }
  })

/** Removes an email address. If it was the primary one, the oldest remaining one becomes primary. @throws 404, 412. */
export const deleteEmail = (scope: Scope, contactId: number, id: number, expected: ExpectedVersion) =>
  changeContact(scope, contactId, expected, 'emails', async (tx) => {
    const { address } = findPart(await findEmails(tx, scope, contactId), id, NOUN)
    await tx.contactEmail.delete({ where: { tenantId_id: { tenantId: scope.db.tenantId, id } } })
    return { result: null, changes: { id, address, isDeleted: true } }
  })

/** Makes an email address the primary one. @throws 404, 412. */
export const makeEmailPrimary = (
  scope: Scope,
  contactId: number,
  id: number,
  expected: ExpectedVersion,
): Promise<Versioned<EmailOfContact>> =>
  changeContact(scope, contactId, expected, 'emails', async (tx, contact) => {
    const email = findPart(await findEmails(tx, scope, contactId), id, NOUN)
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
