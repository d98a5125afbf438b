import type { Scope } from '#kernel/tenancy/scope'

/** Who is to do a follow-up, and of which type it is; null where that is not said. */
export interface WantedFollowUp {
  assigneeId: number | null
  typeId: number | null
}

/** Why a follow-up could not be made as things stand, in words for staff; null where it could. */
export const readFollowUpFaults = async (
  { db }: Pick<Scope, 'db'>,
  wanted: readonly WantedFollowUp[],
): Promise<(string | null)[]> => {
  const { tenantId, prisma } = db
  const idsOf = (pick: (one: WantedFollowUp) => number | null) => wanted.flatMap((one) => pick(one) ?? [])
  const [assigneeIds, typeIds] = [idsOf(({ assigneeId }) => assigneeId), idsOf(({ typeId }) => typeId)]
  const select = { id: true } as const
  const assignees =
    assigneeIds.length === 0
      ? []
      : await prisma.contact.findMany({
          where: { tenantId, id: { in: assigneeIds }, isStaff: true, deletedAt: null },
          select,
        })
  const types =
    typeIds.length === 0
      ? []
      : await prisma.taskType.findMany({ where: { tenantId, id: { in: typeIds }, isActive: true }, select })
  const [thereIs, isGood] = [new Set(assignees.map(({ id }) => id)), new Set(types.map(({ id }) => id))]
  return wanted.map(({ assigneeId, typeId }) => {
    if (assigneeId !== null && !thereIs.has(assigneeId)) return 'Its assignee is no member of the staff any more.'
    return typeId === null || isGood.has(typeId) ? null : 'Its type of tasks is not in use any more.'
  })
}
