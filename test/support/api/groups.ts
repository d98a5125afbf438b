import type { DetailsBench } from '#test/support/api/contact-parts'

/** What was told of who came into a group and who went, in order: kinds and payloads. */
export const memberEvents = async ({ mine, server }: DetailsBench, groupId: number) => {
  const where = { tenantId: mine.tenant.id, entity: 'group', entityId: groupId, kind: { startsWith: 'group.member' } }
  const events = await server.database.system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
  return events.map(({ kind, payload }) => [kind, payload])
}
