import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import type { MovementState } from './payment-processor.port.ts'
import { type MovementOwner, readTimeSql, storeMovementsSql } from './processor.sql.ts'

/** Returns when a state is requested. Take it before the request: see `readAt` of a charge. */
export const startReading = async ({ db }: Scope): Promise<bigint> => {
  const [row] = await db.rows<{ readAt: string }>(readTimeSql)
  return BigInt(row?.readAt ?? 0)
}

/** Stores movements of a balance. Each is stored once, whatever reports it. */
export const storeMovements = async (
  tx: SqlRunner,
  owner: MovementOwner,
  movements: readonly MovementState[],
): Promise<void> => {
  if (movements.length > 0) await tx.rows(storeMovementsSql(owner, movements))
}
