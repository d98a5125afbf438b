import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Choice } from '#kernel/http/lookup-choices'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import { toCents } from '#kernel/money/cents'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { compareByName } from '#kernel/text/by-name'
import type { FeeItem } from '#prisma/client'
import { feeItemEvents } from '../books.events.ts'
import { feeItemList } from './fee-items.listing.ts'

export const feeItemKind: RecordKind<FeeItem> = {
  entity: 'feeitem',
  noun: 'fee item',
  table: 'fee_item',
  events: feeItemEvents,
  find: (tx, { tenantId, id }) => tx.feeItem.findFirst({ where: { tenantId, id } }),
}

/**
 * Returns a fee item in its documented shape.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes. @throws 404.
 */
export const readFeeItem = (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<VersionedRow> =>
  readVersionedRow(runner, scope, feeItemList(scope), id, 'fee item')

/** Returns the price of a fee item in cents. */
export const getFeeItemPrice = async ({ db }: Scope, models: Models, id: number): Promise<number> =>
  toCents((await models.feeItem.findFirstOrThrow({ where: { tenantId: db.tenantId, id } })).price)

/** Lists the fee items by name. @param isActiveOnly whether to leave out inactive ones. */
export const listFeeItems = async ({ db }: Scope, isActiveOnly: boolean): Promise<FeeItem[]> => {
  const where = { tenantId: db.tenantId, ...(isActiveOnly && { isActive: true }) }
  return (await db.prisma.feeItem.findMany({ where })).sort(compareByName)
}

/** Lists the active fee items by name. */
export const listFeeItemChoices = async (scope: Scope): Promise<Choice[]> =>
  (await listFeeItems(scope, true)).map(({ id, name, price }) => ({ id, name, extra: price.toFixed(2) }))
