import type { DetailsBench } from '#test/support/people/contact-parts'

/** Lists the events of added and removed members of a group, in order: kinds and payloads. */
export const memberEvents = async ({ mine, server }: DetailsBench, groupId: number) => {
  const where = { tenantId: mine.tenant.id, entity: 'group', entityId: groupId, kind: { startsWith: 'group.member' } }
  const events = await server.database.system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
  return events.map(({ kind, payload }) => [kind, payload])
}
