import { findStaff } from '#areas/people/contacts/staff/staff.queries'
import type { Scope } from '#kernel/tenancy/scope'

/** The assignee and type of a follow-up that is planned; null means the default. */
export interface PlannedFollowUp {
  assigneeId: number | null
  typeId: number | null
}

/** Lists why each follow-up could not be created at present, as a sentence for staff; null if it could. */
export const listFollowUpFaults = async (
  { db }: Pick<Scope, 'db'>,
  planned: readonly PlannedFollowUp[],
): Promise<(string | null)[]> => {
  const assigneeIds = planned.flatMap(({ assigneeId }) => assigneeId ?? [])
  const typeIds = planned.flatMap(({ typeId }) => typeId ?? [])
  const assignees = await findStaff(db.prisma, db.tenantId, assigneeIds)
  const types = await activeTypesOf(db, typeIds)
  return planned.map(({ assigneeId, typeId }) => {
    if (assigneeId !== null && !assignees.has(assigneeId)) return 'Its assignee is no longer a member of the staff.'
    return typeId === null || types.has(typeId) ? null : 'Its type of tasks is no longer active.'
  })
}

const activeTypesOf = async ({ tenantId, prisma }: Scope['db'], ids: number[]): Promise<ReadonlySet<number>> => {
  if (ids.length === 0) return new Set()
  const where = { tenantId, id: { in: ids }, isActive: true }
  return idsOf(await prisma.taskType.findMany({ where, select: { id: true } }))
}

const idsOf = (records: readonly { id: number }[]): ReadonlySet<number> => new Set(records.map(({ id }) => id))
