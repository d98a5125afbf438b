import type { SqlRunner } from '#kernel/database/sql-runner'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Site } from '#prisma/client'
import { siteEvents } from '../sponsorships.events.ts'
import { siteList } from './sites.listing.ts'

export const siteKind: RecordKind<Site> = {
  entity: 'site',
  table: 'site',
  events: siteEvents,
  find: (tx, { tenantId, id }) => tx.site.findFirst({ where: { tenantId, id } }),
}

/**
 * Returns a site in its documented shape.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes. @throws 404.
 */
export const readSite = (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<VersionedRow> =>
  readVersionedRow(runner, scope, siteList(scope), id, siteKind.entity)
