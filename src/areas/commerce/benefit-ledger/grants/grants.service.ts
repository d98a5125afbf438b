import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import type { Day } from '#kernel/time/calendar'
import { todayOf } from '#kernel/time/day'
import { type GrantChange, performChanges } from './grant-changes.service.ts'
import { type GrantRequest, needsGrant, planGrant, type StoredGrant } from './grants.model.ts'
import { addGrantsSql, lockMembershipGrantsSql, lockSourceGrantSql } from './grants.sql.ts'

export type { GrantRequest }

/**
 * Makes the grants of memberships agree with the terms that have a right to benefits, in the transaction of their change.
 * Grants what is new, expires what ended early, returns what a reinstatement revives, and replaces what another level
 * replaces. The same requests again change nothing. The caller has locked the contacts and memberships.
 */
export const followTerms = async (
  scope: Scope,
  tx: SqlRunner,
  membershipIds: readonly number[],
  requests: readonly GrantRequest[],
): Promise<void> => {
  const { tenantId } = scope.db
  const today = todayOf(scope)
  const stored = await tx.rows<StoredGrant>(lockMembershipGrantsSql(tenantId, membershipIds))
  const bySource = new Map(requests.map((request) => [request.source.id, request]))
  const known = new Set(stored.map(({ sourceId }) => sourceId))
  const wanted = requests.filter((request) => !known.has(request.source.id) && needsGrant(request, today))
  const added = wanted.length > 0 ? await tx.rows<StoredGrant>(addGrantsSql(tenantId, wanted)) : []
  const changes = [...stored, ...added].map((grant) => changeOfGrant(grant, bySource.get(grant.sourceId), today))
  await performChanges(scope, tx, changes.filter(isChange), today)
}

/**
 * Grants a package to a contact, as part of a larger change, or changes its days. The same source gets it once, and again
 * for another `variantId`, if the grant was ended. The caller has locked the contact.
 */
export const grantBenefits = async (
  scope: Scope,
  tx: SqlRunner,
  grant: Pick<GrantRequest, 'contactId' | 'source' | 'from' | 'through'> & { packageId: number; variantId?: number },
): Promise<void> => {
  const { tenantId } = scope.db
  const today = todayOf(scope)
  const request: GrantRequest = { variantId: null, ...grant, membershipId: null, isPaused: false }
  const [stored] = await tx.rows<StoredGrant>(lockSourceGrantSql(tenantId, request.source))
  const [target] =
    stored || !needsGrant(request, today) ? [stored] : await tx.rows<StoredGrant>(addGrantsSql(tenantId, [request]))
  if (target) await performChanges(scope, tx, [changeOfGrant(target, request, today)].filter(isChange), today)
}

/**
 * Ends the grant of a source: its unused pieces are taken back (`isReversed`), or expire. Does nothing without a grant.
 * The caller has locked the contact.
 */
export const endGrant = async (
  scope: Scope,
  tx: SqlRunner,
  source: GrantRequest['source'],
  isReversed: boolean,
): Promise<void> => {
  const today = todayOf(scope)
  const [stored] = await tx.rows<StoredGrant>(lockSourceGrantSql(scope.db.tenantId, source))
  if (!stored || stored.state === 'closed') return
  const change = changeOfGrant(stored, undefined, today)
  await performChanges(scope, tx, [{ ...change, isReversed }], today)
}

/** A grant that waits for a later first day takes its unused pieces back until then. */
const changeOfGrant = (grant: StoredGrant, request: GrantRequest | undefined, today: Day): GrantChange => {
  const plan = planGrant(grant, request, today)
  return { grant, request, plan, isReversed: plan.closes && plan.state === 'planned' }
}

/** Returns whether anything of a grant changes. */
const isChange = ({ grant, request, plan }: GrantChange): boolean =>
  plan.opens ||
  plan.closes ||
  plan.reopens ||
  plan.repackages ||
  plan.isDeleted ||
  plan.state !== grant.state ||
  (request !== undefined &&
    plan.state !== 'closed' &&
    (request.from !== grant.from ||
      request.through !== grant.through ||
      request.isPaused !== grant.isPaused ||
      (plan.state === 'planned' && request.packageId !== grant.packageId)))
