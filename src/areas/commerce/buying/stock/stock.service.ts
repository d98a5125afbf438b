import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import { availableOf, takeReserved } from './stock.model.ts'
import {
  changeSql,
  lockStockSql,
  markSoldSql,
  reserveSql,
  returnToLotsSql,
  type StockKey,
  type StockRow,
  takeFromLotsSql,
} from './stock.sql.ts'

export type { StockKey }

/** Pieces of an item or sub-item. `trackingId` 1: its stock is not counted. */
export interface StockLine extends StockKey {
  quantity: number
  /** The field of the request, for errors. */
  pointer: string
}

/** A line of an order that takes its pieces. */
export interface TakingLine extends StockLine {
  lineId: number
}

/** Counters are always changed in this order, so that two transactions cannot block each other. */
const inOrder = <L extends StockKey>(lines: readonly L[]): L[] =>
  lines
    .filter(({ trackingId }) => trackingId !== 1)
    .sort(
      (one, other) =>
        one.trackingId - other.trackingId || one.itemId - other.itemId || (one.subItemId ?? 0) - (other.subItemId ?? 0),
    )

/**
 * Reserves pieces, each line by one conditional update: no more is ever reserved than there is, unless the item allows back
 * orders.
 *
 * @throws 422 out-of-stock, naming the lines.
 */
export const reserveStock = (scope: Scope, tx: Transaction, lines: readonly StockLine[]): Promise<void> =>
  runForWholeTenant(scope, tx, async () => {
    const faults: FieldFault[] = []
    for (const line of inOrder(lines)) {
      const key = { tenantId: scope.db.tenantId, ...line }
      if ((await tx.rows(reserveSql(key, line.quantity))).length === 0) faults.push(await missing(scope, tx, line))
    }
    if (faults.length > 0) throw outOfStock(faults)
  })

const missing = async (scope: Scope, tx: Transaction, line: StockLine): Promise<FieldFault> => {
  const [row] = await tx.rows<StockRow>(lockStockSql({ tenantId: scope.db.tenantId, ...line }))
  const left = row ? Math.max(0, availableOf(row)) : 0
  return { pointer: line.pointer, message: `must be at most ${left}, the pieces that are left` }
}

const outOfStock = (faults: FieldFault[]) => ruleRefused('out-of-stock', 'Too few pieces are left.', faults)

/** Releases reserved pieces. */
export const releaseStock = (
  scope: Scope,
  tx: Transaction,
  lines: readonly Omit<StockLine, 'pointer'>[],
): Promise<void> =>
  runForWholeTenant(scope, tx, async () => {
    for (const { quantity, ...key } of inOrder(lines))
      await tx.rows(changeSql({ tenantId: scope.db.tenantId, ...key }, { held: -quantity }))
  })

/**
 * Sells reserved pieces: takes them from the oldest lots, with their cost. Returns the pieces of each line that wait for
 * stock, by the id of the line.
 *
 * @throws 422 out-of-stock if staff have reduced the stock below what is reserved.
 */
export const takeStock = (
  scope: Scope,
  tx: Transaction,
  lines: readonly TakingLine[],
): Promise<ReadonlyMap<number, number>> =>
  runForWholeTenant(scope, tx, async () => {
    const waiting = new Map<number, number>()
    const faults: FieldFault[] = []
    for (const line of inOrder(lines)) {
      const missing = await takeLine(scope, tx, line)
      if (missing === null) faults.push({ pointer: line.pointer, message: 'is no longer in stock' })
      else waiting.set(line.lineId, missing)
    }
    if (faults.length > 0) throw outOfStock(faults)
    const itemIds = lines.map(({ itemId }) => itemId)
    const subItemIds = lines.flatMap(({ subItemId }) => subItemId ?? [])
    await tx.rows(markSoldSql(scope.db.tenantId, itemIds, subItemIds))
    return waiting
  })

/** Returns the pieces that wait for stock; null if the line cannot be sold. */
const takeLine = async (scope: Scope, tx: Transaction, line: TakingLine): Promise<number | null> => {
  const key = { tenantId: scope.db.tenantId, ...line }
  const [row] = await tx.rows<StockRow>(lockStockSql(key))
  const taking = row && takeReserved(row, line.quantity)
  if (!row || !taking) return null
  const { taken, backordered } = taking
  await tx.rows(changeSql(key, { onHand: -taken, held: -line.quantity, backordered }))
  if (taken > 0 && !row.isCountedManually) await tx.rows(takeFromLotsSql(key, line.lineId, taken))
  return backordered
}

/** Takes pieces from stock that were sold before it had them. @throws 422 out-of-stock. */
export const takeBackordered = (scope: Scope, tx: Transaction, lines: readonly TakingLine[]): Promise<void> =>
  runForWholeTenant(scope, tx, async () => {
    const faults: FieldFault[] = []
    for (const { quantity, lineId, pointer, ...rest } of inOrder(lines)) {
      const key = { tenantId: scope.db.tenantId, ...rest }
      const [row] = await tx.rows<StockRow>(lockStockSql(key))
      if (!row || row.onHand < quantity) {
        faults.push({ pointer, message: `must be at most ${row?.onHand ?? 0} of the pieces on back order` })
        continue
      }
      await tx.rows(changeSql(key, { onHand: -quantity, backordered: -quantity }))
      if (!row.isCountedManually) await tx.rows(takeFromLotsSql(key, lineId, quantity))
    }
    if (faults.length > 0) throw outOfStock(faults)
  })

/** Pieces of a line that are no longer sold. */
export interface ReturnedLine extends StockKey {
  lineId: number
  /** Pieces that return to stock. */
  restocked: number
  /** Pieces that no longer wait for stock. */
  unordered: number
}

/** Returns pieces to stock and to the lots that they were taken from. */
export const returnStock = (scope: Scope, tx: Transaction, lines: readonly ReturnedLine[]): Promise<void> =>
  runForWholeTenant(scope, tx, async () => {
    const { tenantId } = scope.db
    for (const { lineId, restocked, unordered, ...rest } of inOrder(lines)) {
      const key = { tenantId, ...rest }
      const [row] = await tx.rows<StockRow>(lockStockSql(key))
      if (!row) continue
      await tx.rows(changeSql(key, { onHand: restocked, backordered: -unordered }))
      if (restocked > 0 && !row.isCountedManually) await tx.rows(returnToLotsSql(tenantId, lineId, restocked))
    }
  })
