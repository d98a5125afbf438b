import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { hasGrant, type Scope } from '../tenancy/scope.ts'
import type { RecordKind } from './record-kind.ts'
import { isInUseSql, usesOf } from './uses.ts'

/**
 * Returns what the caller can do with a record of the whole tenant now, as a JSON array: callers that are limited to
 * chapters change none, and a record in use cannot be deleted.
 *
 * @param writeScope the scope that changes of the record require.
 * @param id the id of the record, an expression.
 */
export const tenantRecordActionsSql = (
  scope: Scope,
  { entity }: Pick<RecordKind<never>, 'entity'>,
  writeScope: string,
  id: Sql,
): Sql => {
  if (scope.chapters || !hasGrant(scope, writeScope)) return Prisma.sql`'["view"]'::json`
  return Prisma.sql`CASE WHEN ${isInUseSql(usesOf(entity), scope, id)}
    THEN '["view","edit"]'::json ELSE '["view","edit","delete"]'::json END`
}
