import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import type { Day } from '#kernel/time/calendar'
import { countMaxSponsorsSql } from './positions.sql.ts'

/** The days of a type in which sponsors are counted. */
export interface CountedDays {
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
