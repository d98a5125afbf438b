import { expect } from 'vitest'
import { SETTLE_EVENT_ORDER } from '#areas/events/registrations/payment/settlement.service'
import type { EventRefund, Invoice, ProcessorCharge } from '#prisma/client'
import type { TestAppOptions } from '../build-app.ts'
import { expectBalanced } from '../finance/documents.ts'
import { runJobs } from '../jobs/run-jobs.ts'
import type { Json } from '../people/contact-parts.ts'
import { PAYER, person } from './registrations.ts'
import type { SavedCart } from './submitted-registrations.ts'
import { openWaitingLists, type WaitingBench } from './waiting-list.ts'

type Answer = ReturnType<WaitingBench['mine']['post']>

/** The money of an order, in cents. */
export interface OrderMoney {
  /** The open amount of the invoice. */
  open: number
  credited: number
  captured: number
  refunded: number
  /** What the payer owes. */
  balance: number
}

/** Requests that cancel registrations, and what they change. */
export interface CancellationsBench extends WaitingBench {
  /** Registers people of a type by name, and pays. */
  register(
    eventId: number,
    type: unknown,
    names: readonly string[],
    payment?: object,
    more?: object,
  ): Promise<SavedCart>
  settle(): Promise<void>
  /** Posts to an operation on the registration of a cart at an index. */
  onRegistration(eventId: number, cart: SavedCart, at: number, verb: string, body?: object): Answer
  onOrder(eventId: number, cart: SavedCart, verb: string, body?: object): Promise<Awaited<Answer>>
  moneyOf(cart: SavedCart): Promise<OrderMoney>
  refundsOf(cart: SavedCart): Promise<EventRefund[]>
  recordsOf(cart: SavedCart): Promise<{ invoice: Invoice | null; charge: ProcessorCharge | null }>
  /** Expects that the books of the tenant balance. */
  balanced(): Promise<void>
  registrationOf(eventId: number, cart: SavedCart, at: number): Promise<Json>
}

export const CARD = { PaymentKind: 'Card', PaymentToken: 'tok_visa' }
export const INVOICE = { PaymentKind: 'Invoice' }

/** What Full costs, in cents: 90 with 8.25 percent of tax. */
export const FULL = 9743
/** Half is refunded until the end of 2 March in Auckland, less 5 of each participant; nothing after. */
export const RULES = {
  StartDate: '2030-05-02T08:00:00Z',
  TimeZone: 'Pacific/Auckland',
  CancellationRules: [{ UntilDate: '2030-03-02', RefundPercent: 50, Fee: 5 }],
}

/** Expects 200, and returns the body. */
export const bodyOf = async (call: Answer): Promise<Json> => {
  const answer = await call
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

const cents = (amount: { toString(): string } | null | undefined): number => Math.round(Number(amount ?? 0) * 100)

export const openCancellations = async (now: () => Date, options: TestAppOptions = {}): Promise<CancellationsBench> => {
  const bench = await openWaitingLists(now, options)
  const { mine, server } = bench
  const { system } = server.database
  const tenantId = mine.tenant.id
  const idAt = ({ Registrations }: SavedCart, at: number): number => Registrations[at]?.RegistrationId ?? 0
  const recordsOf = async (cart: SavedCart) => {
    const { invoiceId, chargeId } = await bench.orderOf(cart)
    return {
      invoice: await system.invoice.findFirst({ where: { tenantId, id: invoiceId ?? 0 } }),
      charge: await system.processorCharge.findFirst({ where: { tenantId, id: chargeId ?? 0 } }),
    }
  }
  return {
    ...bench,
    recordsOf,
    register: async (eventId, type, names, payment = CARD, more = {}) => {
      const address = (name: string) => `${name.toLowerCase()}@cancel.example`
      const cart = await bench.cart(eventId, {
        BillingInfo: { ...PAYER, FirstName: names[0], EmailAddress: address(names[0] ?? '') },
        Registrations: names.map((FirstName) => person(type, { FirstName, EmailAddress: address(FirstName) })),
        ...more,
      })
      const done = await bench.submit(eventId, cart, payment)
      expect([done.Status, done.StatusMessage]).toEqual([0, null])
      return cart
    },
    settle: () => runJobs(server, SETTLE_EVENT_ORDER),
    onRegistration: async (eventId, cart, at, verb, body = {}) => {
      const registration = (await bench.registrationsOf(cart)).find(({ id }) => id === idAt(cart, at))
      const url = `/api/events/${eventId}/registrations/${idAt(cart, at)}/${verb}`
      return mine.post(url, { ...(verb.includes('/') ? {} : { AuditId: registration?.auditId }), ...body })
    },
    onOrder: async (eventId, cart, verb, body = {}) => {
      const { id, auditId } = await bench.orderOf(cart)
      const url = `/api/events/${eventId}/orders/${id}/${verb}`
      return mine.post(url, { ...(verb.includes('/') ? {} : { AuditId: auditId }), ...body })
    },
    moneyOf: async (cart) => {
      const { id, contactId } = await bench.orderOf(cart)
      const { invoice, charge } = await recordsOf(cart)
      const lines = await system.eventOrderLine.findMany({ where: { tenantId, orderId: id } })
      const { balance } = await bench.contact(contactId)
      return {
        open: cents(invoice?.balance),
        credited: lines.reduce((sum, line) => sum + cents(line.credited), 0),
        captured: cents(charge?.amountCaptured),
        refunded: cents(charge?.amountRefunded),
        balance: cents(balance),
      }
    },
    refundsOf: async (cart) =>
      system.eventRefund.findMany({
        where: { tenantId, orderId: (await bench.orderOf(cart)).id },
        orderBy: { id: 'asc' },
      }),
    balanced: () => expectBalanced({ server, caller: mine } as Parameters<typeof expectBalanced>[0]),
    registrationOf: async (eventId, cart, at) =>
      (await bench.good('getEventRegistration', mine.get(`/api/events/${eventId}/registrations/${idAt(cart, at)}`)))
        .body,
  }
}
