import { contactEvents } from '#areas/people/contacts/contacts.events'
import { groupEvents } from '#areas/people/groups/groups.events'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Subscriber } from '#kernel/outbox/subscriber'
import { lockRows } from '#kernel/records/lock'
import { SCHEDULE } from '../workflows.model.ts'
import { workflowKind } from '../workflows.queries.ts'
import { runJob } from './engine.job.ts'

const { memberAdded, memberRemoved, deleted: groupDeleted } = groupEvents
const { deleted, restored, merged } = contactEvents

/**
 * Makes workflows apply a change of the members of their sources: continuous ones immediately, the others in the hours
 * of their schedules.
 */
export const workflowSources: Subscriber = {
  name: 'workflow-sources',
  kinds: [memberAdded, memberRemoved, groupDeleted, deleted, restored, merged],
  handle: async ({ db, clock }, tx, { entity, entityId }) => {
    const { tenantId } = db
    const groupIds = entity === 'group' ? [entityId] : await groupsOf(tx, tenantId, entityId)
    const sources = await tx.workflowSource.findMany({
      where: { tenantId, groupId: { in: groupIds }, workflow: { isActive: true, deletedAt: null } },
      select: { workflow: { select: { id: true, scheduleTypeId: true } } },
      orderBy: { workflowId: 'asc' },
    })
    const ids = [...new Set(sources.map(({ workflow }) => workflow.id))]
    if (ids.length === 0) return
    await lockRows({ db }, tx, workflowKind, ids, 'no key update')
    await tx.workflow.updateMany({ where: { tenantId, id: { in: ids } }, data: { stirredAt: clock.now() } })
    const continuous = sources.filter(({ workflow }) => workflow.scheduleTypeId === SCHEDULE.continuous)
    await enqueueJobs(
      tx,
      [...new Set(continuous.map(({ workflow }) => workflow.id))].map((workflowId) => runJob({ tenantId, workflowId })),
    )
  },
}

/** Returns the groups that have a membership of the contact, in any state. */
const groupsOf = async (tx: Parameters<Subscriber['handle']>[1], tenantId: number, contactId: number) => {
  const memberships = await tx.groupMember.findMany({ where: { tenantId, contactId }, select: { groupId: true } })
  return memberships.map(({ groupId }) => groupId)
}
