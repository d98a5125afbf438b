import type { TestApp, TestCaller } from '../build-app.ts'

interface Owner {
  server: TestApp
  mine: TestCaller
}

/** Adds an exhibitor to an order for an event with a kind of booth, as the submission leaves it. Returns its id. */
export const addExhibitor = async (
  { server, mine }: Owner,
  { eventId }: { eventId: number },
  orderId: number,
  columns: object = {},
): Promise<number> => {
  const { system } = server.database
  const key = { tenantId: mine.tenant.id, eventId }
  const { id: typeId } = await system.eventExhibitorType.findFirstOrThrow({ where: key })
  const row = { pointer: '/Exhibitors/0', state: 'registered', name: 'Crest Pottery', ...columns }
  return (await system.eventExhibitor.create({ data: { ...key, orderId, typeId, ...row } })).id
}
