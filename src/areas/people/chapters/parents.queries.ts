import { ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { type Chapter, Prisma } from '#prisma/client'

/**
 * The id of the parent that is wanted, null for the top. The caller lets one save of chapters run at a time, so that no
 * two can close a circle together.
 *
 * @param organizationId of the parent chapter; 0 is the top.
 * @throws 422 unknown-reference, or chapter-cycle for the chapter itself and what is below it.
 */
export const findParent = async (
  { db }: Scope,
  tx: Transaction,
  organizationId: number,
  current: Chapter | null,
): Promise<number | null> => {
  if (organizationId === 0) return null
  const { tenantId } = db
  const parent = await tx.chapter.findFirst({ where: { tenantId, organizationId }, select: { id: true } })
  if (!parent) refuse('unknown-reference', 'There is no such chapter.', 'names no chapter by its organization')
  else if (current && (await isBelow(tx, tenantId, parent.id, current.id))) {
    refuse('chapter-cycle', 'A chapter cannot stand below itself.', 'is the chapter itself or below it')
  }
  return parent?.id ?? null
}

const refuse = (code: 'unknown-reference' | 'chapter-cycle', detail: string, message: string): never => {
  throw ruleRefused(code, detail, [{ pointer: '/ParentOrganizationId', message }])
}

/** Whether `id` is `top` or stands below it. */
const isBelow = async (tx: Transaction, tenantId: number, id: number, top: number): Promise<boolean> => {
  const rows = await tx.$queryRaw<object[]>(Prisma.sql`
    WITH RECURSIVE up AS (
      SELECT h.id, h.parent_id FROM chapter h WHERE h.tenant_id = ${tenantId}::int AND h.id = ${id}::int
      UNION
      SELECT h.id, h.parent_id FROM up JOIN chapter h ON h.tenant_id = ${tenantId}::int AND h.id = up.parent_id
    ) SELECT id FROM up WHERE id = ${top}::int`)
  return rows.length > 0
}
