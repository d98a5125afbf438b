import type { CustomAdLocationInput } from '#contract/commerce/advertising'
import { lockForSave, lockRecord, lockSubject } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { requireRoom } from '#kernel/records/room'
import { parseUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { CustomAdLocation } from '#prisma/client'
import { detachCountsSql } from '../delivery/ad-delivery.sql.ts'
import { ADVERTISING } from '../spots.model.ts'
import { customAdLocationKind } from './custom-locations.queries.ts'

const MAX_LOCATIONS = 1000

/** Creates a custom location (id 0) or renames one. @throws 404; 409 duplicate; 412; 422 name-needed, too-many. */
export const saveCustomAdLocation = (
  scope: Scope,
  { CustomAdLocationId: id, Name }: CustomAdLocationInput,
  expected: ExpectedVersion,
): Promise<CustomAdLocation> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, customAdLocationKind.table)
    const current = await lockForSave(scope, tx, customAdLocationKind, id, expected, 'no key update')
    const data = await parseUniqueName(customAdLocationKind, Name, current, (nameKey) =>
      tx.customAdLocation.findFirst({ where: { tenantId, nameKey, id: { not: id } } }),
    )
    const saved = current
      ? await tx.customAdLocation.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...data, ...NEXT_VERSION },
        })
      : await createLocation(scope, tx, data)
    await record(scope, tx, saved, current ? 'updated' : 'created')
    return saved
  })

/** Deletes a location where no ad is placed that has not ended. @throws 404; 409 in-use; 412. */
export const deleteCustomAdLocation = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const location = await lockRecord(scope, tx, customAdLocationKind, id, expected)
    await requireUnused(scope, tx, customAdLocationKind, location)
    await tx.rows(detachCountsSql(location.tenantId, { locationId: id }))
    await tx.customAdLocation.delete({ where: { tenantId_id: { tenantId: location.tenantId, id } } })
    await record(scope, tx, nextVersionOf(location), 'deleted')
  })

/** A custom location shows display ads only. */
const createLocation = async (
  scope: Scope,
  tx: Transaction,
  data: { name: string; nameKey: string },
): Promise<CustomAdLocation> => {
  const { tenantId } = scope.db
  requireRoom(await tx.customAdLocation.count({ where: { tenantId } }), MAX_LOCATIONS, 'tenant', 'custom ad locations')
  const location = await tx.customAdLocation.create({ data: { ...data, tenantId } })
  await tx.adSpot.create({ data: { tenantId, locationId: location.id, advertisingTypeId: ADVERTISING.displayAds } })
  return location
}

const record = (scope: Scope, tx: Transaction, location: CustomAdLocation, action: ChangeAction): Promise<void> => {
  const payload = { name: location.name }
  return recordChange(scope, tx, changeOf(customAdLocationKind, location, action, { payload }))
}
