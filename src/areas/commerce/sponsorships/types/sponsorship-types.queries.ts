import type { SqlRunner } from '#kernel/database/sql-runner'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import { compareByName } from '#kernel/text/by-name'
import type { SponsorshipType } from '#prisma/client'
import { sponsorshipTypeEvents } from '../sponsorships.events.ts'
import { sponsorshipTypeEdit, sponsorshipTypeList } from './sponsorship-types.listing.ts'

export const sponsorshipTypeKind: RecordKind<SponsorshipType> = {
  entity: 'sponsorshiptype',
  noun: 'sponsorship type',
  table: 'sponsorship_type',
  events: sponsorshipTypeEvents,
  find: (tx, { tenantId, id }) => tx.sponsorshipType.findFirst({ where: { tenantId, id } }),
}

/** Returns a type for editing. @throws 404. */
export const readSponsorshipType = (scope: Scope, id: number): Promise<VersionedRow> =>
  readVersionedRow(scope.db, scope, sponsorshipTypeEdit, id, 'sponsorship type')

/**
 * Returns a type as in the list.
 *
 * @param runner a transaction that sees its own changes. @throws 404.
 */
export const readSponsorshipTypeRow = (scope: Scope, id: number, runner: SqlRunner): Promise<VersionedRow> =>
  readVersionedRow(runner, scope, sponsorshipTypeList(scope), id, 'sponsorship type')

/** Lists the active types by name. */
export const listActiveTypes = async ({ db }: Scope): Promise<SponsorshipType[]> => {
  const types = await db.prisma.sponsorshipType.findMany({ where: { tenantId: db.tenantId, isActive: true } })
  return types.sort(compareByName)
}
