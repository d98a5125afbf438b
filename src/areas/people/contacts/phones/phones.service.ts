import type { ContactPhoneDetailInput } from '#contract/people/contacts-details'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { changeContact, makePrimary } from '../contact-changes.service.ts'
import { findPart, markSaved } from '../contact-parts.model.ts'
import type { Versioned } from '../contact-parts.queries.ts'
import { requireListRoom } from '../list-limits.queries.ts'
import { parsePhonePart } from './phones.input.ts'
import { findPhones, type PhoneOfContact } from './phones.queries.ts'

const NOUN = 'phone number'

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
    const current = id === 0 ? undefined : findPart(phones, id, NOUN)
    if (!current) await requireListRoom(scope, tx, contactId, 'phones')
    const data = await parsePhonePart(scope, tx, input, current)
    const { tenantId } = scope.db
    const saved = current
      ? await tx.contactPhone.update({ where: { tenantId_id: { tenantId, id } }, data })
      : await tx.contactPhone.create({ data: { ...data, tenantId, contactId } })
    return { result: markSaved(saved, contact, 'primaryPhoneId'), changes: { id: saved.id, ...data } }
  })

/** Removes a phone number. If it was the primary one, the oldest remaining one becomes primary. @throws 404, 412. */
export const deletePhone = (scope: Scope, contactId: number, id: number, expected: ExpectedVersion) =>
  changeContact(scope, contactId, expected, 'phones', async (tx) => {
    const { number } = findPart(await findPhones(tx, scope, contactId), id, NOUN)
    await tx.contactPhone.delete({ where: { tenantId_id: { tenantId: scope.db.tenantId, id } } })
    return { result: null, changes: { id, number, isDeleted: true } }
  })

/** Makes a phone number the primary one. @throws 404, 412. */
export const makePhonePrimary = (
  scope: Scope,
  contactId: number,
  id: number,
  expected: ExpectedVersion,
): Promise<Versioned<PhoneOfContact>> =>
  changeContact(scope, contactId, expected, 'phones', async (tx, contact) => {
    const phone = findPart(await findPhones(tx, scope, contactId), id, NOUN)
    return makePrimary(scope, tx, contact, 'primaryPhoneId', { ...phone, isPrimary: true })
  })
