import type { SqlRunner } from '#kernel/database/sql-runner'
import { recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { MailSuppression } from '#prisma/client'
import { suppressionEvents } from './suppression.events.ts'
import { addSuppressionsSql } from './suppression-sql.ts'

export type SuppressionReason = 'unsubscribed' | 'bounced' | 'complained' | 'staff'

export interface NewSuppression {
  /** The result of `addressKeyOf`. */
  addressKey: string
  category: string
  reason: SuppressionReason
}

/** Suppresses mail to an address. An existing suppression keeps its reason. */
export const addSuppression = async (
  scope: Scope,
  tx: Transaction,
  wanted: NewSuppression,
): Promise<MailSuppression> => {
  const { tenantId } = scope.db
  const made = await tx.mailSuppression.createMany({
    data: [{ tenantId, ...wanted, createdAt: scope.clock.now() }],
    skipDuplicates: true,
  })
  const { addressKey, category } = wanted
  const kept = await tx.mailSuppression.findFirstOrThrow({ where: { tenantId, addressKey, category } })
  if (made.count === 1) await record(scope, tx, kept, 'created')
  return kept
}

/** Suppresses every mail to addresses, in one statement. Existing suppressions stay. Returns how many were added. */
export const addSuppressions = async (
  scope: Scope,
  tx: SqlRunner,
  wanted: readonly Omit<NewSuppression, 'category'>[],
): Promise<number> => (wanted.length === 0 ? 0 : (await tx.rows(addSuppressionsSql(scope, wanted))).length)

/** Removes suppressions that were read in the same transaction. */
export const liftSuppressions = async (scope: Scope, tx: Transaction, lifted: readonly MailSuppression[]) => {
  for (const suppression of lifted) {
    const { count } = await tx.mailSuppression.deleteMany({
      where: { tenantId: scope.db.tenantId, id: suppression.id },
    })
    if (count === 1) await record(scope, tx, suppression, 'deleted')
  }
}

const record = (
  scope: Scope,
  tx: Transaction,
  { id, addressKey, category, reason }: MailSuppression,
  action: keyof typeof suppressionEvents,
): Promise<void> => {
  const changes = { addressKey, category, reason }
  const event = { kind: suppressionEvents[action], payload: changes }
  const auditId = action === 'created' ? 1 : 2
  return recordChange(scope, tx, { entity: 'mail-suppression', entityId: id, auditId, action, changes, event })
}
