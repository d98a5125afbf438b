import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { ChapterAssignment } from '#prisma/client'
import { endedRunSql, lockChaptersWithCodesSql, postalCodesSql } from './assignments.sql.ts'
import { ChapterFinder, type PostalEntry, parseEntry } from './postal-codes.model.ts'

/** Returns a run of the assignment. @throws 404. */
export const getAssignment = async ({ db }: Scope, id: string): Promise<ChapterAssignment> => {
  const found = await db.prisma.chapterAssignment.findFirst({ where: { tenantId: db.tenantId, id } })
  if (!found) throw notFound('assignment')
  return found
}

/** Returns whether a run has completed or failed. */
export const hasEnded = async ({ db }: Scope, id: string): Promise<boolean> =>
  (await db.rows(endedRunSql({ tenantId: db.tenantId, id }))).length > 0

/** The postal codes of all chapters. They are read again only if a chapter has changed. */
export class CodeBook {
  #versions: string | undefined
  #finder = new ChapterFinder([])

  /** Returns the finder for the current codes. Locks their chapters against deletion until the transaction ends. */
  async finder({ db }: Scope, tx: SqlRunner): Promise<ChapterFinder> {
    const listed = await tx.rows<{ id: number; auditId: number }>(lockChaptersWithCodesSql(db.tenantId))
    const versions = listed.map(({ id, auditId }) => `${id}:${auditId}`).join()
    if (versions === this.#versions) return this.#finder
    const ids = listed.map(({ id }) => id)
    const rows = await tx.rows<{ chapterId: number; codes: string[] }>(postalCodesSql(db.tenantId, ids))
    this.#finder = new ChapterFinder(
      rows.map(({ chapterId, codes }) => ({
        chapterId,
        entries: codes.map(parseEntry).filter((entry): entry is PostalEntry => !('fault' in entry)),
      })),
    )
    this.#versions = versions
    return this.#finder
  }
}
