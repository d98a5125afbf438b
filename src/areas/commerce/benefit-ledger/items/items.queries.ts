import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Choice } from '#kernel/http/lookup-choices'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { compareByName } from '#kernel/text/by-name'
import type { BenefitItem } from '#prisma/client'
import { benefitItemEvents } from '../benefit-ledger.events.ts'
import { benefitItemList } from './items.listing.ts'

export const benefitItemKind: RecordKind<BenefitItem> = {
  entity: 'benefititem',
  noun: 'benefit',
  table: 'benefit_item',
  columns: { store_percent: 'StoreDiscountPercent' },
  events: benefitItemEvents,
  find: (tx, { tenantId, id }) => tx.benefitItem.findFirst({ where: { tenantId, id } }),
}

/**
 * Returns a benefit in its documented shape.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes. @throws 404.
 */
export const readBenefitItem = (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<VersionedRow> =>
  readVersionedRow(runner, scope, benefitItemList(scope), id, 'benefit')

/** Finds the names of those benefits that are active, by id. */
export const findActiveBenefitNames = async (
  { db: { tenantId } }: Pick<Scope, 'db'>,
  tx: Transaction,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const where = { tenantId, id: { in: [...ids] }, isActive: true }
  return new Map((await tx.benefitItem.findMany({ where })).map(({ id, name }) => [id, name]))
}

/** Lists the active benefits by name. */
export const listBenefitItemChoices = async ({ db }: Scope): Promise<Choice[]> => {
  const items = await db.prisma.benefitItem.findMany({ where: { tenantId: db.tenantId, isActive: true } })
  return items.sort(compareByName).map(({ id, name, description }) => ({ id, name, extra: description }))
}
