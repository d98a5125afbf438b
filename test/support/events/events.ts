import type { TestAppOptions } from '../build-app.ts'
import { type DetailsBench, type Json, openDetails } from '../people/contact-parts.ts'

/** Requests about events. */
export interface EventsBench extends DetailsBench {
  save(id: number, body: object, headers?: Record<string, string>): ReturnType<DetailsBench['mine']['post']>
  /** Creates an event with one registration type. */
  event(more?: object): Promise<Json>
  read(id: unknown): Promise<Json>
  /** The kinds of the events of a record, the oldest first. */
  kindsOf(entity: string, id: number): Promise<string[]>
  /** A saleable item of the books. */
  saleable(): Promise<number>
}

const START = '2030-05-02T08:00:00.000Z'

export const openEvents = async (options: TestAppOptions = {}): Promise<EventsBench> => {
  const bench = await openDetails(options)
  const { mine, server, good } = bench
  let made = 0
  const save: EventsBench['save'] = (id, body, headers = {}) => mine.post(`/api/events/${id}`, body, headers)
  return {
    ...bench,
    save,
    event: async (more = {}) => {
      const RegistrationTypes = [{ Name: 'Standard' }]
      const sent = { Name: `Event ${++made}`, StartDate: START, RegistrationTypes, ...more }
      return (await good('saveEvent', save(0, sent))).body
    },
    read: async (id) => (await good('getEvent', mine.get(`/api/events/${id}`))).body,
    kindsOf: async (entity, entityId) => {
      const where = { tenantId: mine.tenant.id, entity, entityId }
      const rows = await server.database.system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
      return rows.map(({ kind }) => kind)
    },
    saleable: async () => {
      const where = { tenantId: mine.tenant.id, systemRole: 'membership-income' }
      const { id: AccountId } = await server.database.system.account.findFirstOrThrow({ where })
      const item = { Name: `Item ${++made}`, Price: 0, AccountId }
      return (await mine.post('/api/finance/feeitems/0', item)).json().FeeItemId
    },
  }
}
