import type { DetailsBench } from '../people/contact-parts.ts'

/** A registration of an order: its columns. */
export interface OrderedPerson {
  typeId: number
  statusId?: number
  seats?: number
  groupNumber?: number | null
  contactId?: number | null
  firstName?: string
  lastName?: string
  emailAddress?: string
  sessionIds?: number[]
}

/** An order as its submission leaves it. */
export interface SubmittedOrder {
  orderId: number
  payerId: number
  /** Ids of the registrations, in their order. */
  ids: number[]
}

/** Adds a submitted order with its registrations, without an invoice. */
export const addSubmittedOrder = async (
  { server, mine, person }: Pick<DetailsBench, 'server' | 'mine' | 'person'>,
  eventId: number,
  people: readonly OrderedPerson[],
  billing: Record<string, string> = {},
): Promise<SubmittedOrder> => {
  const { system } = server.database
  const tenantId = mine.tenant.id
  const now = new Date('2030-03-01T12:00:00Z')
  const payerId = await person()
  const keyHash = Buffer.from(crypto.getRandomValues(new Uint8Array(32)))
  const submitted = { state: 'submitted', submittedAt: now, createdAt: now, contactId: payerId, paymentKind: 'Free' }
  const { id: orderId } = await system.eventOrder.create({
    data: { tenantId, eventId, keyHash, form: { BillingInfo: billing }, total: 0, ...submitted },
  })
  const ids: number[] = []
  for (const [at, { sessionIds = [], ...columns }] of people.entries()) {
    const row = { tenantId, eventId, orderId, statusId: 1, seats: 1, pointer: `/Registrations/${at}`, position: at + 1 }
    const data = { ...row, firstName: 'Noor', lastName: `Haddad ${at + 1}`, registeredAt: now, ...columns }
    const { id } = await system.eventRegistration.create({ data })
    for (const sessionId of sessionIds)
      await system.eventRegistrationSession.create({ data: { tenantId, eventId, registrationId: id, sessionId } })
    ids.push(id)
  }
  return { orderId, payerId, ids }
}
