import { expect } from 'vitest'
import { SETTLE_ORDER } from '#areas/commerce/buying/orders/settlement.service'
import type { Prisma } from '#prisma/client'
import type { TestAppOptions } from '../build-app.ts'
import { runJobs } from '../jobs/run-jobs.ts'
import { type EventBenefitsBench, openEventBenefits } from './event-benefits.ts'

type ItemData = Partial<Omit<Prisma.StoreItemUncheckedCreateInput, 'tenantId'>>

/** A voucher that can be used. */
export interface SoldVoucher {
  id: number
  code: string
  buyer: number
}

/** Registrations that vouchers of the store pay. */
export interface EventVouchersBench extends EventBenefitsBench {
  /** Adds an item of the store for 10.00 that is not shipped. */
  storeItem(data?: ItemData): Promise<number>
  /** Sells a voucher for its value, or for 10.00, to a person. @param kind 1 amount, 2 percent, 3 free item. */
  voucher(kind: 1 | 2 | 3, value: number, more?: { buyer?: number; itemId?: number }): Promise<SoldVoucher>
  /** A cart of the store with one item that a voucher pays. Returns the status of the response. */
  storeCart(contactId: number, itemId: number, code: string): Promise<number>
  /** What is owed for vouchers by the books, in cents. */
  owed(): Promise<number>
}

export const openEventVouchers = async (now: () => Date, options: TestAppOptions = {}): Promise<EventVouchersBench> => {
  const bench = await openEventBenefits(now, options)
  const { mine, server } = bench
  const { system } = server.database
  const tenantId = mine.tenant.id
  let made = 0
  const storeItem: EventVouchersBench['storeItem'] = async (data = {}) => {
    const name = `Goods ${++made}`
    const values = { kindId: 0, name, nameKey: name.toLowerCase(), price: 10, minPrice: 10, maxPrice: 10 }
    const item = { tenantId, ...values, position: made, isShipped: false, ...data }
    return (await system.storeItem.create({ data: item })).id
  }
  const post = async (url: string, body: object) => {
    const response = await mine.post(`/api/store${url}`, body)
    expect(response.statusCode, response.body).toBe(200)
    return response.json()
  }
  return {
    ...bench,
    storeItem,
    voucher: async (kind, value, { buyer, itemId } = {}) => {
      const ContactId = buyer ?? (await bench.person())
      const price = kind === 1 ? value : 10
      const priced = { price, minPrice: price, maxPrice: price }
      const worth = kind === 3 ? { voucherItemId: itemId ?? null } : { voucherValue: value }
      const StoreItemId = await storeItem({ kindId: 2, voucherTypeId: kind, ...worth, ...priced })
      const { CartId, AuditId } = await post('/carts/0', { ContactId, Lines: [{ StoreItemId, Quantity: 1 }] })
      const order = await post(`/carts/${CartId}/checkout`, { AuditId, PaymentToken: 'tok_visa' })
      await runJobs(server, SETTLE_ORDER)
      const where = { tenantId, purchaseId: order.StorePurchaseId }
      const { id, code } = await system.storeVoucher.findFirstOrThrow({ where })
      return { id, code, buyer: ContactId }
    },
    storeCart: async (ContactId, StoreItemId, code) => {
      const cart = { ContactId, Lines: [{ StoreItemId, Quantity: 1 }], VoucherCodes: [code] }
      return (await mine.post('/api/store/carts/0', cart)).statusCode
    },
    owed: async () => {
      const { id } = await system.account.findFirstOrThrow({ where: { tenantId, systemRole: 'vouchers' } })
      const { _sum } = await system.journalLine.aggregate({
        where: { tenantId, accountId: id },
        _sum: { amount: true },
      })
      return Math.round(0 - Number(_sum.amount ?? 0) * 100)
    },
  }
}
