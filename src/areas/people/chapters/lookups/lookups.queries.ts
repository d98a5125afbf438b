import type { Scope } from '#kernel/tenancy/scope'
import { chaptersByNameSql, type TreeChapter, treeSql, treeWithoutSql } from './lookups.sql.ts'

/** Lists all chapters in the order of the tree. */
export const listTree = ({ db }: Scope): Promise<TreeChapter[]> => db.rows(treeSql(db.tenantId))

/** Lists all chapters by name. */
export const listByName = ({ db }: Scope): Promise<TreeChapter[]> => db.rows(chaptersByNameSql(db.tenantId))

/** Lists the tree without a chapter and all chapters below it. */
export const listTreeWithout = ({ db }: Scope, chapterId: number): Promise<TreeChapter[]> =>
  db.rows(treeWithoutSql(db.tenantId, chapterId))

/** Finds the organization that the tenant itself is; null if it has none. */
export const findTenantOrganization = async ({
  db,
  tenant,
}: Scope): Promise<{ id: number; displayName: string } | null> => {
  if (tenant.organizationContactId === null) return null
  const where = { tenantId: db.tenantId, id: tenant.organizationContactId, deletedAt: null }
  return db.prisma.contact.findFirst({ where, select: { id: true, displayName: true } })
}
