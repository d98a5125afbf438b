import { expect } from 'vitest'
import type { Contact, EventOrder, EventRegistration } from '#prisma/client'
import type { TestAppOptions } from '../build-app.ts'
import { openRegistrations, type RegistrationsBench } from './registrations.ts'

/** A cart as register_v2 returns it. */
export interface SavedCart {
  CartKey: string
  Registrations: { RegistrationId: number; ParticipantStatusId: number }[]
  Splits: { AmountDue: number; Total: number }
}

type Answer = Awaited<ReturnType<RegistrationsBench['post']>>

/** Requests that submit carts, and what they change. */
export interface OpenedSubmissions {
  /** Saves a form as a cart, as a stranger. */
  cart(eventId: number, form: object): Promise<SavedCart>
  /** Submits a cart as a stranger, for what it costs. */
  submit(eventId: number, cart: SavedCart, payment: object): Promise<Answer>
  staffCart(eventId: number, form: object): Promise<SavedCart>
  staffSubmit(eventId: number, cart: SavedCart, payment: object): Promise<Answer>
  /** An invoice by its number. */
  invoice(number: string): Promise<{ InvoiceId: number; ContactId: number; Balance: number; Total: number }>
  /** Pays a part of an invoice by check. */
  pay(invoice: { InvoiceId: number; ContactId: number }, amount: number): Promise<void>
  orderOf(cart: SavedCart): Promise<EventOrder>
  registrationsOf(cart: SavedCart): Promise<EventRegistration[]>
  /** The states of the registrations of a cart. */
  statesOf(cart: SavedCart): Promise<number[]>
  contact(id: number | null | undefined): Promise<Contact>
  /** The states of the charges of a cart. */
  chargeStates(cart: SavedCart): Promise<string[]>
}

/** Opens a bench for registrations that are submitted, with a sandbox account that can be charged. */
export const openSubmissions = async (
  now: () => Date,
  options: TestAppOptions = {},
): Promise<RegistrationsBench & OpenedSubmissions> => {
  const bench = await openRegistrations(now, options)
  const { mine, server } = bench
  const { system } = server.database
  const tenantId = mine.tenant.id
  const made = await mine.post('/api/paymentgateways/0', { Name: 'Main' })
  expect(made.statusCode, made.body).toBe(200)
  const good = ({ Status, StatusMessage, Data }: Answer): SavedCart => {
    expect([Status, StatusMessage]).toEqual([0, null])
    return Data as unknown as SavedCart
  }
  const asStaff = async (operation: string, id: number, body: object): Promise<Answer> =>
    (await mine.post(`/api/public/events/${operation}/${id}`, body)).json()
  const paymentOf = ({ CartKey, Splits }: SavedCart, payment: object) => ({
    CartKey,
    ExpectedTotal: Splits.AmountDue,
    ...payment,
  })
  const registrationsOf = (cart: SavedCart) =>
    system.eventRegistration.findMany({
      where: { tenantId, id: { in: cart.Registrations.map(({ RegistrationId }) => RegistrationId) } },
      orderBy: { position: 'asc' },
    })
  const orderOf = async (cart: SavedCart) => {
    const [row] = await registrationsOf(cart)
    return system.eventOrder.findFirstOrThrow({ where: { tenantId, id: row?.orderId ?? 0 } })
  }
  return {
    ...bench,
    registrationsOf,
    orderOf,
    cart: async (id, form) =>
      good(await bench.post('register_v2', id, { CaptchaResponse: await bench.captcha(id), ...form })),
    submit: async (id, cart, payment) =>
      bench.post('submit', id, { CaptchaResponse: await bench.captcha(id), ...paymentOf(cart, payment) }),
    staffCart: async (id, form) => good(await asStaff('register_v2', id, form)),
    staffSubmit: (id, cart, payment) => asStaff('submit', id, paymentOf(cart, payment)),
    invoice: async (number) => {
      const { id } = await system.invoice.findFirstOrThrow({
        where: { tenantId, number: Number(number.replace(/\D/g, '')) },
      })
      return (await mine.get(`/api/finance/invoices/${id}`)).json()
    },
    pay: async ({ InvoiceId, ContactId }, Amount) => {
      const payment = { ContactId, Amount, PaymentTypeId: 2, Applications: [{ InvoiceId, Amount }] }
      const paid = await mine.post('/api/finance/payments/0', payment)
      expect(paid.statusCode, paid.body).toBe(200)
    },
    statesOf: async (cart) => (await registrationsOf(cart)).map(({ statusId }) => statusId),
    contact: (id) => system.contact.findFirstOrThrow({ where: { tenantId, id: id ?? 0 } }),
    chargeStates: async (cart) => {
      const key = `event-order:${(await orderOf(cart)).id}:`
      const where = { tenantId, requestKey: { startsWith: key } }
      const charges = await system.processorCharge.findMany({ where, orderBy: { id: 'asc' } })
      return charges.map(({ status }) => status)
    },
  }
}
