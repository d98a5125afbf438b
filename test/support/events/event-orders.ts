import type { TestApp, TestCaller } from '../build-app.ts'

/** A participant of an order: its columns. */
export interface OrderedPerson {
  contactId?: number
  statusId?: number
  firstName?: string
  lastName?: string
  sessionIds?: readonly number[]
  [column: string]: unknown
}

/** What is ordered for an event. */
export interface OrderOfEvent {
  eventId: number
  typeId: number
  payerId: number
  people?: readonly OrderedPerson[]
  /** The price of each registration; 0 makes no invoice. */
  price?: number
  /** Needed with a price. */
  saleableItemId?: number
  /** Columns of the order. */
  order?: Record<string, unknown>
  at?: Date
}

/** A submitted order: the ids of its records. */
export interface AddedOrder {
  orderId: number
  invoiceId: number | null
  registrationIds: number[]
}

const AT = new Date('2030-03-01T12:00:00Z')

/** Emits an event as the submission does. */
const emit = (server: TestApp, { tenant }: TestCaller, kind: string, entityId: number, occurredAt: Date) => {
  const [entity = ''] = kind.split('.')
  const data = { tenantId: tenant.id, kind, entity, entityId, auditId: 1, actor: 'system', payload: {}, occurredAt }
  return server.database.system.outboxEvent.create({ data })
}

const addInvoice = async (caller: TestCaller, { payerId, price, saleableItemId, people }: OrderOfEvent) => {
  if (!price) return null
  const Lines = (people ?? [{}]).map(() => ({ FeeItemId: saleableItemId, Quantity: 1, UnitPrice: price }))
  const made = await caller.post('/api/finance/invoices/0', { ContactId: payerId, Lines })
  if (made.statusCode !== 200) throw new Error(made.body)
  return Number(made.json().InvoiceId)
}

/** Adds a submitted order with its registrations, and an invoice if it costs something, as the submission leaves it. */
export const addEventOrder = async (server: TestApp, caller: TestCaller, sent: OrderOfEvent): Promise<AddedOrder> => {
  const { eventId, typeId, payerId, people = [{}], price = 0, saleableItemId = 0, at = AT } = sent
  const { system } = server.database
  const key = { tenantId: caller.tenant.id, eventId }
  const invoiceId = await addInvoice(caller, { ...sent, people })
  const keyHash = Buffer.from(crypto.getRandomValues(new Uint8Array(32)))
  const { id: orderId } = await system.eventOrder.create({
    data: {
      ...key,
      keyHash,
      form: { Comments: 'Vegetarian, please.' },
      total: price * people.length,
      invoiceId,
      state: 'submitted',
      submittedAt: at,
      createdAt: at,
      contactId: payerId,
      dueAmount: price * people.length,
      paymentKind: price ? 'Invoice' : 'Free',
      ...sent.order,
    },
  })
  await emit(server, caller, 'eventorder.submitted', orderId, at)
  const registrationIds: number[] = []
  for (const [index, { sessionIds = [], ...columns }] of people.entries()) {
    const person = { firstName: 'Noor', lastName: `Haddad ${index + 1}`, emailAddress: 'noor@haddad.example' }
    const place = { pointer: `/Registrations/${index}`, position: index + 1, registeredAt: at }
    const data = { ...key, orderId, typeId, statusId: 1, seats: 1, ...place, ...person, ...columns }
    const { id: registrationId } = await system.eventRegistration.create({ data })
    registrationIds.push(registrationId)
    await emit(server, caller, 'eventregistration.created', registrationId, at)
    for (const sessionId of sessionIds)
      await system.eventRegistrationSession.create({ data: { ...key, registrationId, sessionId } })
    if (!price) continue
    const line = { name: 'Ticket', quantity: 1, amount: price, discount: 0, tax: 0, feeItemId: saleableItemId }
    await system.eventOrderLine.create({ data: { ...key, orderId, position: index + 1, registrationId, ...line } })
  }
  return { orderId, invoiceId, registrationIds }
}
