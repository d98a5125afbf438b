import { getRecord } from '#kernel/records/read'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { CustomAdLocation } from '#prisma/client'
import { customAdLocationEvents } from '../sponsorships.events.ts'

export const customAdLocationKind: RecordKind<CustomAdLocation> = {
  entity: 'customadlocation',
  noun: 'custom ad location',
  table: 'custom_ad_location',
  events: customAdLocationEvents,
  find: (tx, { tenantId, id }) => tx.customAdLocation.findFirst({ where: { tenantId, id } }),
}

/** @throws 404. */
export const getCustomAdLocation = (scope: Scope, id: number): Promise<CustomAdLocation> =>
  getRecord(scope, customAdLocationKind, id)
