import type { JsonObject } from '#kernel/contract/json'
import type { Body } from '#test/support/walks/recipes'
import type { World } from '#test/support/walks/world'

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

/** Creates a credit of 60; returns its id. */
export const addCredit = async (world: World, ContactId: number, more: Body = {}): Promise<number> => {
  const body = { ContactId, Lines: await linesOf(world, 60), ...more }
  return Number((await world.post('/api/finance/credits/0', body)).CreditId)
}
