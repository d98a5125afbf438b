import type { JsonObject } from '#kernel/contract/json'
import type { Body, Recipe, SaveRecipe } from './recipes.ts'
import type { World } from './world.ts'

/** The id of the account of a system role. */
export const accountOf = async ({ server, caller }: World, systemRole: string): Promise<number> => {
  const where = { tenantId: caller.tenant.id, systemRole }
  return (await server.database.system.account.findFirstOrThrow({ where })).id
}

/** The lines of a document that references nothing but an account. */
export const linesOf = async (world: World, UnitPrice = 100): Promise<JsonObject[]> => [
  { Description: 'Dues', UnitPrice, AccountId: await accountOf(world, 'membership-income') },
]

/** Creates an invoice of 100; returns its id. */
export const addInvoice = async (world: World, ContactId: number, more: Body = {}): Promise<number> => {
  const body = { ContactId, Lines: await linesOf(world), ...more }
  return Number((await world.post('/api/finance/invoices/0', body)).InvoiceId)
}

/** Creates a payment of 60; returns its id. */
export const addPayment = async (world: World, ContactId: number, more: Body = {}): Promise<number> =>
  Number((await world.post('/api/finance/payments/0', { ContactId, Amount: 60, PaymentTypeId: 1, ...more })).PaymentId)

/** Creates a credit of 60; returns its id. */
export const addCredit = async (world: World, ContactId: number, more: Body = {}): Promise<number> => {
  const body = { ContactId, Lines: await linesOf(world, 60), ...more }
  return Number((await world.post('/api/finance/credits/0', body)).CreditId)
}

/** The contact of a document. */
export const contactOf = async (world: World, path: string, id: number | string | undefined): Promise<number> =>
  Number((await world.get(`/api/finance/${path}/${id}`)).ContactId)

const person = async (world: World): Promise<number> => Number(await world.person())

const saved = (save: string, id: string, body: SaveRecipe['body']): SaveRecipe => ({ save, id, ...(body && { body }) })

/** How a walk creates documents of the books. */
export const DOCUMENT_RECIPES: readonly (readonly [string, Recipe])[] = [
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
    saved('saveWriteOff', 'WriteOffId', async (world) => ({ InvoiceId: await addInvoice(world, await person(world)) })),
  ],
]

type Ids = ReadonlyMap<string, string>

const anInvoiceOf = async (world: World, path: string, id: string | undefined): Promise<JsonObject> => {
  const InvoiceId = await addInvoice(world, await contactOf(world, path, id))
  return { Applications: [{ InvoiceId, Amount: 10 }] }
}

const anApplication = async (world: World, path: string, id: string | undefined): Promise<JsonObject> => {
  const InvoiceId = await addInvoice(world, await contactOf(world, path, id))
  await world.post(`/api/finance/${path}/${id}/apply`, { Applications: [{ InvoiceId }] })
  return { InvoiceId, Amount: 1 }
}

/** The bodies of changes of documents. */
export const DOCUMENT_BODIES: Record<string, (world: World, ids: Ids) => Promise<JsonObject>> = {
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
}
