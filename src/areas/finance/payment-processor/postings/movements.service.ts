import { postMovementEntry } from '#areas/finance/books/journal/journal.service'
import { toCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { MovementState, MovementType } from '../payment-processor.port.ts'
import {
  type MovementOwner,
  readTimeSql,
  storeMovementsSql,
  takeUnpostedSql,
  type UnpostedMovement,
} from '../processor.sql.ts'
import { makeMovementLines } from './postings.model.ts'
import { findGatewayAccounts, findPostingDay } from './postings.queries.ts'

/** Returns when a state is requested. Take it before the request: see `readAt` of a charge. */
export const startReading = async ({ db }: Scope): Promise<number> => {
  const [row] = await db.rows<{ readAt: number }>(readTimeSql)
  return row?.readAt ?? 0
}

/** Stores movements of a balance, and posts them to the books. Each is stored and posted once, whatever reports it. */
export const storeMovements = async (
  scope: Scope,
  tx: Transaction,
  owner: MovementOwner,
  movements: readonly MovementState[],
): Promise<void> => {
  if (movements.length === 0) return
  await tx.rows(storeMovementsSql(owner, movements))
  await postMovements(scope, tx, owner.accountId, movements)
}

/**
 * Posts movements to the journal, each once, whatever reports it again. Movements in another currency than that of the
 * tenant are not posted.
 */
const postMovements = async (
  scope: Scope,
  tx: Transaction,
  accountId: number,
  movements: readonly MovementState[],
): Promise<void> => {
  const { tenantId } = scope.db
  const uids = movements.map(({ uid }) => uid)
  const unposted = await tx.rows<UnpostedMovement>(takeUnpostedSql(tenantId, uids))
  if (unposted.length === 0) return
  const accounts = await findGatewayAccounts(scope, tx, accountId)
  for (const { uid, type, amount, fee, occurredAt, currencyCode } of unposted) {
    if (currencyCode !== scope.tenant.currencyCode) continue
    const movement = { uid, type: type as MovementType, cents: toCents(amount), feeCents: toCents(fee) }
    const lines = makeMovementLines(movement, accounts)
    if (lines.length === 0) continue
    await postMovementEntry(
      tx,
      tenantId,
      { reference: uid, postedOn: await findPostingDay(scope, tx, occurredAt) },
      lines,
    )
  }
}
