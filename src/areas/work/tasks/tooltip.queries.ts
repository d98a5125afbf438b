import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'

/** What the tooltip of a task tells; 404 where there is no such task. */
export const tooltipOfTask = async ({ db }: Scope, id: number) => {
  const task = await db.prisma.taskItem.findFirst({
    where: { tenantId: db.tenantId, id },
    include: {
      type: { select: { name: true, cssColor: true } },
      contact: { select: { displayName: true } },
      assignee: { select: { displayName: true } },
      project: { select: { name: true } },
    },
  })
  if (!task) throw notFound('task')
  return task
}

export type TooltipTask = Awaited<ReturnType<typeof tooltipOfTask>>
