import type { SqlRunner } from '#kernel/database/sql-runner'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import { type Page, readPage } from '#kernel/listing/page'
import type { ListRequest } from '#kernel/listing/request'
import { fillTotalOfOne, fillTotals } from '#kernel/listing/row-totals'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import type { Day } from '#kernel/time/calendar'
import type { Sponsor } from '#prisma/client'
import { sponsorEvents } from '../sponsorships.events.ts'
import { countMaxSponsorsSql } from './positions.sql.ts'
import { sponsorEdit, sponsorList } from './sponsors.listing.ts'

/** Change a sponsor by sponsor-changes.service, which locks its contact first. */
export const sponsorKind: RecordKind<Sponsor> = {
  entity: 'sponsor',
  table: 'sponsor',
  isSoftDeleted: true,
  events: sponsorEvents,
  find: (tx, { tenantId, id }) =>
    tx.sponsor.findFirst({ where: { tenantId, id, deletedAt: null, contact: { deletedAt: null } } }),
}

/** Returns the id of the sponsor that needs an invoice: its current one, for an approved or ended sponsor. */
export const findInvoicedSponsor = async (
  { db: { tenantId } }: Pick<Scope, 'db'>,
  tx: Transaction,
  invoiceId: number,
): Promise<number | undefined> =>
  (await tx.sponsor.findFirst({ where: { tenantId, invoiceId, deletedAt: null }, select: { id: true } }))?.id

/** Returns a sponsor for editing. @throws 404. */
export const readSponsor = (scope: Scope, id: number): Promise<VersionedRow> =>
  readVersionedRow(scope.db, scope, sponsorEdit, id, 'sponsor')

/** Reads a page of the list. Each row contains the total. */
export const readSponsorPage = async (scope: Scope, request: ListRequest): Promise<Page> => {
  const { listing, columns } = sponsorList(scope)
  return fillTotals(await readPage(scope, listing, request, columns))
}

/**
 * Returns a sponsor as in the list.
 *
 * @param runner a transaction that sees its own changes. @throws 404.
 */
export const readSponsorRow = async (scope: Scope, id: number, runner: SqlRunner): Promise<VersionedRow> => {
  const row = await readVersionedRow(runner, scope, sponsorList(scope), id, 'sponsor')
  return { ...row, text: fillTotalOfOne(row.text) }
}

/** The days of a type in which sponsors are counted. */
interface CountedDays {
  typeId: number
  from: Day
  /** Null: no end. */
  through: Day | null
  /** The sponsor that is not counted; 0: all are. */
  exceptId: number
}

/** Counts the most approved sponsors that a type has on one of the days. Lock the type first. */
export const countMaxSponsors = async (scope: Scope, tx: SqlRunner, days: CountedDays): Promise<number> => {
  const statement = countMaxSponsorsSql({ tenantId: scope.db.tenantId, ...days })
  const [row] = await runForWholeTenant(scope, tx, () => tx.rows<{ count: number }>(statement))
  return row?.count ?? 0
}
