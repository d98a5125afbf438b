import type { PersonAddressInput } from '#contract/people/contacts'
import { notFound } from '#kernel/errors/problem'
import { lockRows } from '#kernel/records/lock'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import { type ExpectedVersion, partVersion, requireVersion, versionOf } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import { changeContact, makePrimary } from '../contact-changes.service.ts'
import { requireListRoom, type Versioned } from '../contact-parts.queries.ts'
import { isSameLocation, type Location, parseLocation, parseUse } from './addresses.input.ts'
import type { AddressOfContact } from './addresses.queries.ts'

/**
 * Adds an address (id 0) or changes one. A new one can share the address of another contact (AddressId). If a shared
 * address changes, this contact gets an address of its own; the other contacts keep theirs.
 *
 * @throws 400, 404, 409 stale-audit-id, 412, 422 unknown-reference, too-many.
 */
export const saveAddress = (
  scope: Scope,
  contactId: number,
  id: number,
  input: PersonAddressInput,
  expected: ExpectedVersion,
): Promise<Versioned<AddressOfContact>> =>
  changeContact(scope, contactId, expected, 'addresses', async (tx) => {
    const before = id === 0 ? undefined : await findAddress(scope, tx, contactId, id)
    const result = await (before
      ? updateAddress(scope, tx, before, input, expected)
      : createAddress(scope, tx, contactId, input))
    const { address, ...use } = result
    return { result, changes: { ...use, address }, before }
  })

/** Removes an address from a contact, and deletes it if no other contact uses it. @throws 404, 412. */
export const deleteAddress = (scope: Scope, contactId: number, id: number, expected: ExpectedVersion) =>
  changeContact(scope, contactId, expected, 'addresses', async (tx) => {
    const use = await findAddress(scope, tx, contactId, id)
    const { tenantId } = scope.db
    await tx.contactAddress.delete({ where: { tenantId_id: { tenantId, id } } })
    if (!(await isShared(scope, tx, use))) await tx.address.deleteMany({ where: { tenantId, id: use.addressId } })
    return { result: null, changes: { ContactAddressId: id, isDeleted: true }, before: use }
  })

/** Makes an address the primary one: lists show its city and country. @throws 404, 412. */
export const makeAddressPrimary = (
  scope: Scope,
  contactId: number,
  id: number,
  expected: ExpectedVersion,
): Promise<Versioned<AddressOfContact>> =>
  changeContact(scope, contactId, expected, 'addresses', async (tx, contact) =>
    makePrimary(scope, tx, contact, 'primaryAddressId', await findAddress(scope, tx, contactId, id)),
  )

const createAddress = async (scope: Scope, tx: Transaction, contactId: number, input: PersonAddressInput) => {
  const { tenantId } = scope.db
  await requireListRoom(scope, tx, contactId, 'addresses')
  const use = parseUse(input, undefined)
  const addressId = input.AddressId
    ? await findShared(scope, tx, input.AddressId)
    : await createLocation(scope, tx, contactId, await parseLocation(tx, input, undefined))
  return tx.contactAddress.create({ data: { ...use, tenantId, contactId, addressId }, include: { address: true } })
}

const updateAddress = async (
  scope: Scope,
  tx: Transaction,
  current: AddressOfContact,
  input: PersonAddressInput,
  expected: ExpectedVersion,
) => {
  requireVersion(current.auditId, partVersion(expected))
  requireVersion(current.address.auditId, versionOf(input.AddressAuditId))
  const use = parseUse(input, current)
  const location = await parseLocation(tx, input, current.address)
  const addressId = isSameLocation(location, current.address)
    ? current.addressId
    : await changeLocation(scope, tx, current, location)
  const { tenantId, id } = current
  return tx.contactAddress.update({
    where: { tenantId_id: { tenantId, id } },
    data: { ...use, addressId, ...NEXT_VERSION },
    include: { address: true },
  })
}

const createLocation = async (
  { db }: Scope,
  tx: Transaction,
  sourceContactId: number,
  location: Location,
): Promise<number> => {
  const data = { ...location, sourceContactId, tenantId: db.tenantId }
  const { id } = await tx.address.create({ data, select: { id: true } })
  return id
}

const changeLocation = async (
  scope: Scope,
  tx: Transaction,
  use: AddressOfContact,
  location: Location,
): Promise<number> => {
  const { tenantId, addressId } = use
  // Waits for a transaction in which another contact starts to share the address.
  await lockRows(scope, tx, { table: 'address' }, [addressId])
  if (await isShared(scope, tx, use)) return createLocation(scope, tx, use.contactId, location)
  await tx.address.updateMany({ where: { tenantId, id: addressId }, data: { ...location, ...NEXT_VERSION } })
  return addressId
}

/** Returns whether another contact uses the address, in any chapter. */
const isShared = (scope: Scope, tx: Transaction, { tenantId, id, addressId }: AddressOfContact): Promise<boolean> =>
  runForWholeTenant(scope, tx, async () => {
    const others = await tx.contactAddress.count({ where: { tenantId, addressId, id: { not: id } } })
    return others > 0
  })

const findShared = async ({ db }: Scope, tx: Transaction, id: number): Promise<number> => {
  const found = await tx.address.findFirst({ where: { tenantId: db.tenantId, id }, select: { id: true } })
  if (!found) throw unknownReference('/AddressId', 'address')
  return found.id
}

const findAddress = async (
  { db }: Scope,
  tx: Transaction,
  contactId: number,
  id: number,
): Promise<AddressOfContact> => {
  const where = { tenantId: db.tenantId, contactId, id }
  const found = await tx.contactAddress.findFirst({ where, include: { address: true } })
  if (!found) throw notFound('address')
  return found
}
