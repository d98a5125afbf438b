import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import type { Scope } from '#kernel/tenancy/scope'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { type DocumentKind, nounOf } from './documents.model.ts'

/** Reads a document in its documented shape. @throws 404. */
export type ReadDocument = (runner: SqlRunner, scope: Scope, id: number) => Promise<VersionedRow>

/** Reads the posted lists of a document in their documented shape. */
export const readPostedLists = async (
  read: ReadDocument,
  tx: SqlRunner,
  scope: Scope,
  id: number,
): Promise<{ Lines: object[]; Applications: object[] }> => {
  const { Lines, Applications } = JSON.parse((await read(tx, scope, id)).text) as Record<string, object[] | undefined>
  return { Lines: Lines ?? [], Applications: Applications ?? [] }
}

/** Makes the read of a kind. @param sql selects a VersionedRow. */
export const documentReader =
  (kind: DocumentKind, sql: (scope: Scope, id: number) => Sql): ReadDocument =>
  async (runner, scope, id) => {
    const [found] = await runner.rows<VersionedRow>(sql(scope, id))
    if (!found) throw notFound(nounOf(kind))
    return found
  }
