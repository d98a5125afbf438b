import { notFound } from '../errors/problem.ts'
import type { Scope } from '../tenancy/scope.ts'
import type { Models } from '../tenancy/tenant-db.ts'
import type { RecordKind } from './record-kind.ts'

/**
 * Returns a record without a lock.
 *
 * @param models the tenant's models, or a transaction that sees its own changes.
 * @throws 404.
 */
export const getRecord = async <R>(
  scope: Scope,
  kind: RecordKind<R>,
  id: number,
  models: Models = scope.db.prisma,
): Promise<R> => {
  const record = await kind.find(models, { tenantId: scope.db.tenantId, id }, scope)
  if (!record) throw notFound(kind.noun ?? kind.entity)
  return record
}
