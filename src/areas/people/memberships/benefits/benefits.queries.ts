import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { type GivingMembership, givingMembershipsSql } from './benefits.sql.ts'

export type { GivingMembership }

/** Lists the memberships that give benefits to contacts today, with those of businesses that cover them. */
export const listGivingMemberships = (
  { db }: Pick<Scope, 'db'>,
  runner: SqlRunner,
  contactIds: readonly number[],
): Promise<GivingMembership[]> => runner.rows<GivingMembership>(givingMembershipsSql(db.tenantId, contactIds))
