import { SETTLE_ORDER } from '#areas/commerce/buying/orders/settlement.service'
import type { Prisma } from '#prisma/client'
import type { TestAppOptions } from '../build-app.ts'
import { openProcessorBench, type ProcessorBench } from '../finance/payment-processor.ts'
import { runJobs } from '../jobs/run-jobs.ts'
import type { Json } from '../people/contact-parts.ts'

type ItemData = Partial<Omit<Prisma.StoreItemUncheckedCreateInput, 'tenantId'>>

/** A tenant with a gateway of the sandbox, and short functions to buy in its store. */
export interface StoreBench extends ProcessorBench {
  /** Adds an item for 10.00 that is not shipped and not counted, unless stated otherwise. */
  item(data?: ItemData): Promise<number>
  /** Adds an item whose stock is counted, with the lots: pieces and cost of a piece, the oldest first. */
  stocked(lots: readonly [quantity: number, unitCost: number][], data?: ItemData): Promise<number>
  /** The counters of an item. */
  counters(itemId: number): Promise<{ onHand: number; held: number; backordered: number }>
  /** What remains of the lots of an item, the oldest first. */
  remaining(itemId: number): Promise<number[]>
  post(path: string, body?: object, headers?: Record<string, string>): ReturnType<ProcessorBench['mine']['post']>
  /** Creates a cart. Lines are pairs of item and quantity. Expects 200. */
  cart(contactId: number, lines: readonly [itemId: number, quantity: number][], more?: object): Promise<Json>
  /** Orders a cart by card and expects 200. */
  order(cart: Json, more?: object): Promise<Json>
  /** Creates a cart and orders it. @param payment fields of the checkout. */
  buy(
    contactId: number,
    lines: readonly [itemId: number, quantity: number][],
    more?: object,
    payment?: object,
  ): Promise<Json>
  /** Runs the jobs that capture, debit, cancel and refund. */
  settle(): Promise<void>
  readOrder(order: Json): Promise<Json>
  /** The sum of the lines of an account in the journal. */
  booked(systemRole: string): Promise<number>
}

export const STORE = '/api/store'

export const openStore = async (options: TestAppOptions = {}): Promise<StoreBench> => {
  const bench = await openProcessorBench(options)
  const { mine, server, good } = bench
  const { system } = server.database
  const tenantId = mine.tenant.id
  let made = 0
  const item: StoreBench['item'] = async (data = {}) => {
    const position = ++made
    const name = `Item ${position}`
    const values = { kindId: 0, name, nameKey: name.toLowerCase(), price: 10, minPrice: 10, maxPrice: 10 }
    const { id } = await system.storeItem.create({ data: { tenantId, ...values, position, isShipped: false, ...data } })
    return id
  }
  const post: StoreBench['post'] = (path, body = {}, headers = {}) => mine.post(`${STORE}${path}`, body, headers)
  const cart: StoreBench['cart'] = async (ContactId, lines, more = {}) => {
    const Lines = lines.map(([StoreItemId, Quantity]) => ({ StoreItemId, Quantity }))
    return (await good('saveStoreCart', post('/carts/0', { ContactId, Lines, ...more }))).body
  }
  const order: StoreBench['order'] = async ({ CartId, AuditId }, more = {}) => {
    const sent = { AuditId, PaymentToken: 'tok_visa', ...more }
    return (await good('checkoutStoreCart', post(`/carts/${CartId}/checkout`, sent))).body
  }
  return {
    ...bench,
    item,
    post,
    cart,
    order,
    stocked: async (lots, data = {}) => {
      const onHand = lots.reduce((sum, [quantity]) => sum + quantity, 0)
      const itemId = await item({ trackingId: 2, onHand, ...data })
      for (const [at, [quantity, unitCost]] of lots.entries()) {
        const purchasedOn = new Date(Date.UTC(2026, 0, 1 + at))
        await system.storeItemLot.create({
          data: { tenantId, itemId, purchasedOn, unitCost, quantity, remaining: quantity },
        })
      }
      return itemId
    },
    counters: async (id) => {
      const { onHand, held, backordered } = await system.storeItem.findFirstOrThrow({ where: { tenantId, id } })
      return { onHand, held, backordered }
    },
    remaining: async (itemId) => {
      const lots = await system.storeItemLot.findMany({ where: { tenantId, itemId }, orderBy: { purchasedOn: 'asc' } })
      return lots.map(({ remaining }) => remaining)
    },
    buy: async (contactId, lines, more = {}, payment = {}) => order(await cart(contactId, lines, more), payment),
    settle: () => runJobs(server, SETTLE_ORDER),
    readOrder: async ({ StorePurchaseId: id }) =>
      (await good('getStoreOrder', mine.get(`${STORE}/storeorders/${id}`))).body,
    booked: async (systemRole) => {
      const { id } = await system.account.findFirstOrThrow({ where: { tenantId, systemRole } })
      const { _sum } = await system.journalLine.aggregate({
        where: { tenantId, accountId: id },
        _sum: { amount: true },
      })
      return Number(_sum.amount ?? 0)
    },
  }
}
