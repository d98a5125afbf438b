import { lockContacts } from '#areas/people/contacts/records/records.queries'
import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import { lockRows } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import { followBenefits, listStored } from '../membership-row.service.ts'
import { membershipKind } from '../memberships.queries.ts'
import { membershipsOfLevelSql } from './benefits.queries.ts'

/** Memberships in one transaction: few enough that a request waits well below a second for one of them. */
const BATCH = 200

/**
 * Grants the package of a level to the current terms that have no benefits yet. A job that was killed starts again:
 * terms with benefits keep them.
 */
export const grantToLevel: Task = async (context, payload) => {
  const { tenantId, levelId } = payload as { tenantId: number; levelId: number }
  const scope = await systemScope(context, tenantId)
  for (
    let ids = await listBatch(scope, levelId, 0);
    ids.length > 0;
    ids = await listBatch(scope, levelId, ids.at(-1) ?? 0)
  )
    await grantBatch(scope, ids)
}

const listBatch = async ({ db }: Scope, levelId: number, after: number): Promise<number[]> =>
  (await db.rows<{ id: number }>(membershipsOfLevelSql(db.tenantId, levelId, after, BATCH))).map(({ id }) => id)

const grantBatch = (scope: Scope, ids: readonly number[]): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const before = await listStored(scope, tx, ids)
    await lockContacts(tx, scope, [...new Set(before.map(({ contactId }) => contactId))])
    await lockRows(scope, tx, membershipKind, ids, 'no key update')
    await followBenefits(scope, tx, await listStored(scope, tx, ids))
  })
