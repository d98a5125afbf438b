import { findFirstOpenDay } from '#areas/finance/books/closed-period.queries'
import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { type Day, earlierDay } from '#kernel/time/calendar'
import { dayIn } from '#kernel/time/day'
import type { GatewayAccounts } from './postings.model.ts'

/**
 * Returns the day on which something at the processor is posted: the day on which it happened, else the first open day after
 * it. What has happened at the processor cannot be rejected.
 */
export const findPostingDay = (scope: Scope, tx: SqlRunner, at: Date): Promise<Day> => {
  const { timeZone } = scope.tenant
  return findFirstOpenDay(scope, tx, earlierDay(dayIn(timeZone, at), dayIn(timeZone, scope.clock.now())))
}

/** Returns the accounts of the gateway of an account at the processor. */
export const findGatewayAccounts = async (
  { db: { tenantId } }: Scope,
  models: Models,
  accountId: number,
): Promise<GatewayAccounts> => {
  const { gateway } = await models.processorAccount.findFirstOrThrow({
    where: { tenantId, id: accountId },
    select: { gateway: { select: { depositAccountId: true, transferAccountId: true } } },
  })
  return { deposit: gateway.depositAccountId ?? 'undeposited-funds', transfer: gateway.transferAccountId }
}
