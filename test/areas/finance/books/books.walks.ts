import type { JsonObject } from '#kernel/contract/json'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { addPayment } from '#test/support/walks/book-documents'
import { COMMAND, POSTED, REPLACED } from '#test/support/walks/growing'
import { saved } from '#test/support/walks/recipes'
import { fill, type World } from '#test/support/walks/world'
import { addInvoice, linesOf } from './books-records.ts'

/** The contact of a document. */
const contactOf = async (world: World, path: string, id: number | string | undefined): Promise<number> =>
  Number((await world.get(`/api/finance/${path}/${id}`)).ContactId)

const person = async (world: World): Promise<number> => Number(await world.person())

const anInvoiceOf = async (world: World, path: string, id: string | undefined): Promise<JsonObject> => {
  const InvoiceId = await addInvoice(world, await contactOf(world, path, id))
  return { Applications: [{ InvoiceId, Amount: 10 }] }
}

const anApplication = async (world: World, path: string, id: string | undefined): Promise<JsonObject> => {
  const InvoiceId = await addInvoice(world, await contactOf(world, path, id))
  await world.post(`/api/finance/${path}/${id}/apply`, { Applications: [{ InvoiceId }] })
  return { InvoiceId, Amount: 1 }
}

const closeBooks = async (world: World, url: string) => {
  const { AuditId } = await world.get(url)
  await world.post(url, { AuditId: AuditId ?? null, ClosedThrough: '2000-12-31' })
  return { url, id: 1 }
}

const saveBilling = async (world: World, url: string) => {
  const ids = await world.idsFor(url)
  await world.post(fill(url, ids), { IsTaxExempt: true })
  return { url: fill(url, ids), id: Number(ids.get('contactid')) }
}

export const walks: AreaWalks = {
  tables: {
    classid: 'transaction_class',
  },
  recipes: [
    [':accountid', saved('saveAccount', 'AccountId')],
    [':classid', saved('saveTransactionClass', 'ClassId')],
    [':taxregionid', saved('saveTaxRegion', 'TaxRegionId', (world) => ({ StateProvince: `State ${world.next()}` }))],
    [':taxsetid', saved('saveTaxSet', 'TaxSetId')],
    [':discountid', saved('saveDiscount', 'DiscountId', (world) => ({ PromoCode: `CODE${world.next()}` }))],
    [
      ':feeitemid',
      saved('saveFeeItem', 'FeeItemId', async (world) => ({
        AccountId: Number((await world.idsFor(':accountid')).get('accountid')),
      })),
    ],
    [
      ':invoiceid',
      saved('saveInvoice', 'InvoiceId', async (world) => ({
        ContactId: await person(world),
        DueDate: undefined,
        Lines: await linesOf(world),
      })),
    ],
    [
      ':paymentid',
      saved('savePayment', 'PaymentId', async (world) => ({ ContactId: await person(world), Applications: [] })),
    ],
    [
      ':creditid',
      saved('saveCredit', 'CreditId', async (world) => ({
        ContactId: await person(world),
        Lines: await linesOf(world),
        Applications: [],
      })),
    ],
    [
      ':refundid',
      saved('saveRefund', 'RefundId', async (world) => ({ PaymentId: await addPayment(world, await person(world)) })),
    ],
    [
      ':writeoffid',
      saved('saveWriteOff', 'WriteOffId', async (world) => ({
        InvoiceId: await addInvoice(world, await person(world)),
      })),
    ],
  ],
  bodies: {
    saveInvoice: async () => ({ Notes: 'Changed', DueDate: '2100-01-01' }),
    savePayment: async () => ({ Notes: 'Changed' }),
    saveCredit: async () => ({ Notes: 'Changed' }),
    saveRefund: async () => ({ Notes: 'Changed' }),
    saveWriteOff: async () => ({ Notes: 'Changed' }),
    voidInvoice: async () => ({}),
    voidPayment: async () => ({}),
    voidCredit: async () => ({}),
    voidRefund: async () => ({}),
    voidWriteOff: async () => ({}),
    applyPayment: (world, ids) => anInvoiceOf(world, 'payments', ids.get('paymentid')),
    applyCredit: (world, ids) => anInvoiceOf(world, 'credits', ids.get('creditid')),
    unapplyPayment: (world, ids) => anApplication(world, 'payments', ids.get('paymentid')),
    unapplyCredit: (world, ids) => anApplication(world, 'credits', ids.get('creditid')),
  },
  bounds: {
    'saveTaxSet Rates': REPLACED,
    'applyCredit Applications': COMMAND,
    'applyPayment Applications': COMMAND,
    'saveCredit Applications': POSTED,
    'saveCredit Lines': POSTED,
    'saveInvoice Lines': POSTED,
    'savePayment Applications': POSTED,
  },
  delivered: {
    contactbilling: { create: saveBilling },
    closedperiod: { create: closeBooks },
  },
}
