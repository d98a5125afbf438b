import type { SqlRunner } from '#kernel/database/sql-runner'
import { readRow, readRows, readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import { fillTotalOfOne } from '#kernel/listing/row-totals'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { DisplayAd } from '#prisma/client'
import { displayAdEvents } from '../sponsorships.events.ts'
import { contactBannerList, displayAdDocumentList, displayAdList } from './display-ads.listing.ts'

/** The ad of a deleted contact does not exist until the contact is restored. */
export const displayAdKind: RecordKind<DisplayAd> = {
  entity: 'displayad',
  noun: 'display ad',
  table: 'display_ad',
  columns: { area_id: 'AdAreaId', opens_new_window: 'OpenInNewWindow' },
  events: displayAdEvents,
  find: (tx, { tenantId, id }) => tx.displayAd.findFirst({ where: { tenantId, id, contact: { deletedAt: null } } }),
}

/** Returns an ad in its documented shape. @throws 404. */
export const readDisplayAd = (scope: Scope, id: number): Promise<VersionedRow> =>
  readVersionedRow(scope.db, scope, displayAdDocumentList(scope), id, 'display ad')

/** Returns an ad as lists show it. @param runner a transaction that sees its own changes. @throws 404. */
export const readDisplayAdRow = async (scope: Scope, runner: SqlRunner, id: number): Promise<string> =>
  fillTotalOfOne(await readRow(runner, scope, displayAdList(scope), id, 'display ad'))

/** Returns the ads of a contact that have not ended, the newest first, as the text of a JSON array of DisplayAd. */
export const findSponsorBanners = (scope: Scope, contactId: number): Promise<string> =>
  readRows(scope, contactBannerList(scope, contactId))
