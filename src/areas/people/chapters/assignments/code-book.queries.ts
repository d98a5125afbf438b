import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import { ChapterFinder, type PostalEntry, readEntry } from './postal-codes.model.ts'

interface Listed {
  id: number
  auditId: number
}

/** The chapters' lists of postal codes, read again only where one has changed. */
export class CodeBook {
  #state: string | undefined
  #finder = new ChapterFinder([])

  /** As the lists are now. Their chapters cannot be deleted until the transaction ends. */
  async finder(tx: SqlRunner, { db }: Scope): Promise<ChapterFinder> {
    const listed = await tx.rows<Listed>(Prisma.sql`SELECT id, audit_id AS "auditId" FROM chapter
      WHERE tenant_id = ${db.tenantId}::int AND takes_postal_codes ORDER BY id FOR KEY SHARE`)
    const state = listed.map(({ id, auditId }) => `${id}:${auditId}`).join()
    if (state === this.#state) return this.#finder
    const rows = await tx.rows<{ chapterId: number; codes: string[] }>(Prisma.sql`
      SELECT id AS "chapterId", postal_codes AS codes FROM chapter
      WHERE tenant_id = ${db.tenantId}::int AND id = ANY(${listed.map(({ id }) => id)}::int[]) AND takes_postal_codes`)
    this.#finder = new ChapterFinder(
      rows.map(({ chapterId, codes }) => ({
        chapterId,
        entries: codes.map(readEntry).filter((entry): entry is PostalEntry => !('fault' in entry)),
      })),
    )
    this.#state = state
    return this.#finder
  }
}
