import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { MovementState } from './payment-processor.port.ts'
import { postMovements } from './postings/movement-postings.service.ts'
import { type MovementOwner, readTimeSql, storeMovementsSql } from './processor.sql.ts'

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
