import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import type { Scope } from '#kernel/tenancy/scope'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { type DocumentKind, nounOf } from './documents.model.ts'

/** Reads a document in its documented shape. @throws 404. */
export type ReadDocument = (runner: SqlRunner, scope: Scope, id: number) => Promise<VersionedRow>

/** Makes the read of a kind. @param sql selects a VersionedRow. */
export const documentReader =
  (kind: DocumentKind, sql: (scope: Scope, id: number) => Sql): ReadDocument =>
  async (runner, scope, id) => {
    const [found] = await runner.rows<VersionedRow>(sql(scope, id))
    if (!found) throw notFound(nounOf(kind))
    return found
  }
