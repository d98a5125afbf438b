import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { ChapterAssignment } from '#prisma/client'
import { endedRunSql } from './assignments.sql.ts'

/** Returns a run of the assignment. @throws 404. */
export const getAssignment = async ({ db }: Scope, id: string): Promise<ChapterAssignment> => {
  const found = await db.prisma.chapterAssignment.findFirst({ where: { tenantId: db.tenantId, id } })
  if (!found) throw notFound('assignment')
  return found
}

/** Whether a run has completed or failed. */
export const hasEnded = async ({ db }: Scope, id: string): Promise<boolean> =>
  (await db.rows(endedRunSql({ tenantId: db.tenantId, id }))).length > 0
