import {
  type ActionRequest,
  document,
  list,
  type OfferedIds,
  type OfferedKind,
  type OfferedRecord,
} from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { addPayment } from '#test/support/walks/book-documents'
import type { World } from '#test/support/walks/world'
import { addCredit, addInvoice, linesOf } from './books-records.ts'

interface DocumentKind {
  name: string
  shape: string
  path: string
  id: string
}

type Actions = OfferedKind['actions']

const documentKind = (
  { name, shape, path, id }: DocumentKind,
  states: OfferedKind['states'],
  actions: Actions,
): OfferedKind => {
  const url = ({ id: own }: OfferedIds) => `/api/finance/${path}/${own}`
  return {
    name,
    shapes: [shape, `${shape}ListRow`],
    area: 'books',
    contacts: 'one',
    reads: [
      document(`get${shape}`, url),
      list(`list${shape}s`, (ids) => `/api/finance/${path}?$filter=${id} eq ${ids.id}`, id, 'id'),
    ],
    states: {
      ...states,
      void: async (world) => {
        const [create] = Object.values(states)
        if (!create) throw new Error('no state')
        const record = await create(world)
        await world.post(`${url(record.ids)}/void`)
        return record
      },
    },
    actions: {
      view: (ids) => ({ method: 'GET', url: url(ids) }),
      edit: (ids) => ({ method: 'POST', url: url(ids), body: { Notes: 'Changed' }, version: 'AuditId' }),
      void: (ids) => ({ method: 'POST', url: `${url(ids)}/void`, body: {} }),
      ...actions,
    },
  }
}

type Make = (world: World, contact: number) => Promise<number>

const state =
  (make: Make) =>
  async (world: World): Promise<OfferedRecord> => {
    const contact = Number(await world.person())
    return { ids: { id: await make(world, contact), contact }, contacts: [contact] }
  }

const postNew = (path: string, body: object): ActionRequest => ({ method: 'POST', url: `/api/finance/${path}/0`, body })

const ofMembership =
  (isPaid: boolean) =>
  async (world: World): Promise<OfferedRecord> => {
    const membership = (await world.idsFor(':membershipid')).get('membershipid')
    if (isPaid) await world.post(`/api/memberships/${membership}/pay`, { PaymentTypeId: 1 })
    const { ContactId, Invoices } = await world.get(`/api/memberships/${membership}`)
    const [invoice] = Invoices as { InvoiceId: number }[]
    const contact = Number(ContactId)
    return { ids: { id: invoice?.InvoiceId ?? 0, contact }, contacts: [contact] }
  }

const invoices = documentKind(
  { name: 'invoice', shape: 'Invoice', path: 'invoices', id: 'InvoiceId' },
  {
    open: state((world, contact) => addInvoice(world, contact)),
    'partly written off': state(async (world, contact) => {
      const InvoiceId = await addInvoice(world, contact)
      await world.post('/api/finance/writeoffs/0', { InvoiceId, Amount: 5 })
      return InvoiceId
    }),
    paid: state(async (world, contact) => {
      const InvoiceId = await addInvoice(world, contact)
      await addPayment(world, contact, { Amount: 100, Applications: [{ InvoiceId }] })
      return InvoiceId
    }),
    'of a membership that waits for it': ofMembership(false),
    'of a paid membership': ofMembership(true),
  },
  {
    pay: ({ id, contact }) =>
      postNew('payments', { ContactId: contact, Amount: 1, PaymentTypeId: 1, Applications: [{ InvoiceId: id }] }),
    writeoff: ({ id }) => postNew('writeoffs', { InvoiceId: id, Amount: 1 }),
  },
)

/** What a payment or credit can do besides what all documents can. */
const openActions = (path: string, id: string): Actions => ({
  apply: async ({ id: own, contact = 0 }, world) => {
    const url = `/api/finance/${path}/${own}/apply`
    const query = `$filter=ContactId eq ${contact} and Status eq 'Open'&$top=1`
    const { Results } = await world.get(`/api/finance/invoices?${query}`)
    const [invoice] = Results as { InvoiceId: number }[]
    return { method: 'POST', url, body: { Applications: [{ InvoiceId: invoice?.InvoiceId ?? 1, Amount: 1 }] } }
  },
  unapply: async ({ id: own }, world) => {
    const { Applications } = await world.get(`/api/finance/${path}/${own}`)
    const [applied] = Applications as { InvoiceId: number }[]
    const body = { InvoiceId: applied?.InvoiceId ?? 1 }
    return { method: 'POST', url: `/api/finance/${path}/${own}/unapply`, body }
  },
  refund: ({ id: own }) => postNew('refunds', { [id]: own, Amount: 1 }),
})

const openStates = (add: typeof addPayment, id: string): OfferedKind['states'] => ({
  open: state((world, contact) => add(world, contact)),
  'open, with an open invoice': state(async (world, contact) => {
    await addInvoice(world, contact)
    return add(world, contact)
  }),
  'applied in part': state(async (world, contact) => {
    const InvoiceId = await addInvoice(world, contact)
    return add(world, contact, { Applications: [{ InvoiceId, Amount: 20 }] })
  }),
  'applied completely': state(async (world, contact) => {
    const InvoiceId = await addInvoice(world, contact)
    return add(world, contact, { Applications: [{ InvoiceId }] })
  }),
  refunded: state(async (world, contact) => {
    const own = await add(world, contact)
    await world.post('/api/finance/refunds/0', { [id]: own })
    return own
  }),
})

const payments = documentKind(
  { name: 'payment', shape: 'Payment', path: 'payments', id: 'PaymentId' },
  openStates(addPayment, 'PaymentId'),
  openActions('payments', 'PaymentId'),
)

const credits = documentKind(
  { name: 'credit', shape: 'Credit', path: 'credits', id: 'CreditId' },
  openStates(addCredit, 'CreditId'),
  openActions('credits', 'CreditId'),
)

const refunds = documentKind(
  { name: 'refund', shape: 'Refund', path: 'refunds', id: 'RefundId' },
  {
    posted: state(async (world, contact) => {
      const body = { PaymentId: await addPayment(world, contact), Amount: 5 }
      return Number((await world.post('/api/finance/refunds/0', body)).RefundId)
    }),
  },
  {},
)

const writeOffs = documentKind(
  { name: 'write-off', shape: 'WriteOff', path: 'writeoffs', id: 'WriteOffId' },
  {
    posted: state(async (world, contact) => {
      const body = { InvoiceId: await addInvoice(world, contact, { Lines: await linesOf(world, 7) }) }
      return Number((await world.post('/api/finance/writeoffs/0', body)).WriteOffId)
    }),
  },
  {},
)

export const walks: AreaWalks = {
  actions: [invoices, payments, credits, refunds, writeOffs],
}
