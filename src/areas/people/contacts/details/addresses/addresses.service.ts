import type { PersonAddressInput } from '#contract/people/contacts'
import { notFound, staleAuditId } from '#kernel/errors/problem'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import type { Versioned } from '../answer.ts'
import { assertPartVersion, assertRoom, changeContact } from '../change-contact.service.ts'
import { refuseReference } from '../input.ts'
import { isSamePlace, type Place, readPlace, readUse } from './address-input.ts'
import type { AddressOfContact } from './addresses.queries.ts'

/**
 * Adds an address (id 0) or changes one. A new one may name the AddressId of another contact's and shares it then; a
 * shared address is never changed under the others, this contact gets one of its own instead.
 */
export const saveAddress = (
  scope: Scope,
  contactId: number,
  id: number,
  input: PersonAddressInput,
  expected: ExpectedVersion,
): Promise<Versioned<AddressOfContact>> =>
  changeContact(scope, contactId, expected, 'addresses', async (tx) => {
    const answer = await (id === 0
      ? addAddress(scope, tx, contactId, input)
      : editAddress(scope, tx, await findAddress(scope, tx, contactId, id), input, expected))
    const { address, ...use } = answer
    return { answer, changes: { ...use, address } }
  })

/** Takes the address from this contact; one that nobody uses any more goes with it. */
export const deleteAddress = (scope: Scope, contactId: number, id: number, expected: ExpectedVersion) =>
  changeContact(scope, contactId, expected, 'addresses', async (tx) => {
    const use = await findAddress(scope, tx, contactId, id)
    const { tenantId } = scope.db
    await tx.contactAddress.delete({ where: { tenantId_id: { tenantId, id } } })
    if (!(await isUsed(scope, tx, use))) await tx.address.deleteMany({ where: { tenantId, id: use.addressId } })
    return { answer: null, changes: { ContactAddressId: id, isDeleted: true } }
  })

/** Makes an address the one whose city and country lists show. */
export const makeAddressPrimary = (
  scope: Scope,
  contactId: number,
  id: number,
  expected: ExpectedVersion,
): Promise<Versioned<AddressOfContact>> =>
  changeContact(scope, contactId, expected, 'addresses', async (tx, contact) => {
    const answer = await findAddress(scope, tx, contactId, id)
    if (contact.primaryAddressId === id) return { answer }
    await tx.contact.updateMany({
      where: { tenantId: scope.db.tenantId, id: contactId },
      data: { primaryAddressId: id },
    })
    return { answer, changes: { primaryId: id } }
  })

const addAddress = async (scope: Scope, tx: Transaction, contactId: number, input: PersonAddressInput) => {
  const { tenantId } = scope.db
  assertRoom(await tx.contactAddress.count({ where: { tenantId, contactId } }), 'addresses')
  const use = readUse(input, undefined)
  const addressId = input.AddressId
    ? await findShared(scope, tx, input.AddressId)
    : await addPlace(scope, tx, contactId, await readPlace(scope, input, undefined))
  return tx.contactAddress.create({ data: { ...use, tenantId, contactId, addressId }, include: { address: true } })
}

const editAddress = async (
  scope: Scope,
  tx: Transaction,
  current: AddressOfContact,
  input: PersonAddressInput,
  expected: ExpectedVersion,
) => {
  assertPartVersion(current.auditId, expected)
  if (input.AddressAuditId && input.AddressAuditId !== current.address.auditId)
    throw staleAuditId(current.address.auditId)
  const use = readUse(input, current)
  const place = await readPlace(scope, input, current.address)
  const addressId = isSamePlace(place, current.address)
    ? current.addressId
    : await changePlace(scope, tx, current, place)
  const { tenantId, id } = current
  return tx.contactAddress.update({
    where: { tenantId_id: { tenantId, id } },
    data: { ...use, addressId, auditId: { increment: 1 } },
    include: { address: true },
  })
}

const addPlace = async ({ db }: Scope, tx: Transaction, sourceContactId: number, place: Place): Promise<number> => {
  const { id } = await tx.address.create({
    data: { ...place, sourceContactId, tenantId: db.tenantId },
    select: { id: true },
  })
  return id
}

const changePlace = async (scope: Scope, tx: Transaction, use: AddressOfContact, place: Place): Promise<number> => {
  const { tenantId, addressId } = use
  // Held against a contact that is about to share it.
  await tx.$queryRaw`select 1 from address where tenant_id = ${tenantId} and id = ${addressId} for update`
  if (await isUsed(scope, tx, use)) return addPlace(scope, tx, use.contactId, place)
  await tx.address.updateMany({ where: { tenantId, id: addressId }, data: { ...place, auditId: { increment: 1 } } })
  return addressId
}

/** Whether anybody else uses the address, in whatever chapter. */
const isUsed = (scope: Scope, tx: Transaction, { tenantId, id, addressId }: AddressOfContact): Promise<boolean> =>
  runForWholeTenant(tx, scope, async () => {
    const others = await tx.contactAddress.count({ where: { tenantId, addressId, id: { not: id } } })
    return others > 0
  })

const findShared = async ({ db }: Scope, tx: Transaction, id: number): Promise<number> => {
  const found = await tx.address.findFirst({ where: { tenantId: db.tenantId, id }, select: { id: true } })
  return found?.id ?? refuseReference('/AddressId', 'names no address')
}

const findAddress = async (
  { db }: Scope,
  tx: Transaction,
  contactId: number,
  id: number,
): Promise<AddressOfContact> => {
  const found = await tx.contactAddress.findFirst({
    where: { tenantId: db.tenantId, contactId, id },
    include: { address: true },
  })
  if (!found) throw notFound('address')
  return found
}
