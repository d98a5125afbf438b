import { runBenefitDay } from '#areas/commerce/benefit-ledger/grants/grants.job'
import { performMassOperation } from '#areas/commerce/benefit-ledger/mass/mass.job'
import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import type { TestAppOptions } from '../build-app.ts'
import { openMemberships, type Steps } from '../people/memberships.ts'

/** A row of the ledger. */
export interface EntryJson {
  BenefitTransactionId: number
  TransactionType: string
  Quantity: number
  Remaining: number
  EffectiveDate: string
  MembershipId: string | null
  ReversedTransactionId: string | null
  Description: string | null
}

/** Memberships, with short functions for requests about benefits. */
export interface BenefitsBench extends Steps {
  item(name?: string): Promise<number>
  /** Creates a package of benefits with their quantities. */
  package(items: [itemId: number, quantity: number][], more?: object): Promise<number>
  /** A type with one level that grants a package. */
  typeWith(packageId: number | null, type?: object, level?: object): Promise<{ typeId: number; levelId: number }>
  adjust(contactId: number, itemId: number, quantity: number, more?: object): ReturnType<Steps['caller']['post']>
  use(contactId: number, itemId: number, quantity: number, more?: object): ReturnType<Steps['caller']['post']>
  /** Merges a contact that never changed into another one. */
  merge(winner: number, loser: number): Promise<void>
  entries(contactId: number, itemId: number): Promise<{ ContactId: number; Transactions: EntryJson[] }>
  /** The types and quantities of the ledger, the first one first: "Granted 10". */
  ledger(contactId: number, itemId: number): Promise<string[]>
  remaining(contactId: number, itemId: number): Promise<number>
  /** Does the daily work of the benefits. The tenant is younger than the clock, so that its jobs would not run. */
  runDay(): Promise<void>
  runTask(task: Task, payload: object): Promise<void>
  runMass(jobId: string): Promise<void>
}

export const openBenefits = async (start?: string, options?: TestAppOptions): Promise<BenefitsBench> => {
  const api = await openMemberships(start, options)
  const { caller, server } = api
  let made = 0
  const good = async (answer: ReturnType<typeof caller.post>) => {
    const { statusCode, body, json } = await answer
    if (statusCode !== 200) throw new Error(`${statusCode} ${body}`)
    return json()
  }
  const context = { database: server.database, clock: { now: api.now }, log: server.app.log }
  const entries: BenefitsBench['entries'] = (contactId, itemId) =>
    good(caller.get(`/api/benefitledger/contact/${contactId}/${itemId}/entries`))
  const item: BenefitsBench['item'] = async (Name = `Benefit ${++made}`) =>
    (await good(caller.post('/api/benefits/items/0', { Name }))).BenefitItemId
  const runTask: BenefitsBench['runTask'] = (task, payload) => task(context, { tenantId: caller.tenant.id, ...payload })
  return {
    ...api,
    item,
    entries,
    runTask,
    package: async (items, more = {}) => {
      const Items = items.map(([BenefitItemId, Quantity]) => ({ BenefitItemId, Quantity }))
      return (await good(caller.post('/api/benefits/packages/0', { Name: `Package ${++made}`, Items, ...more })))
        .BenefitPackageId
    },
    typeWith: async (BenefitPackageId, type = {}, level = {}) => {
      const typeId = await api.type(type)
      return { typeId, levelId: await api.level(typeId, { Price: 0, BenefitPackageId, ...level }) }
    },
    adjust: (ContactId, BenefitItemId, AdjustmentQuantity, more = {}) =>
      caller.post('/api/benefitledger/contact/adjustment', {
        ContactId,
        BenefitItems: [{ BenefitItemId, AdjustmentQuantity }],
        AdjustmentDescription: 'Test',
        ...more,
      }),
    use: (ContactId, BenefitItemId, UsageQuantity, more = {}) =>
      caller.post('/api/benefitledger/manualusage', { ContactId, BenefitItemId, UsageQuantity, ...more }),
    merge: (WinnerContactId, LoserContactId) =>
      good(caller.post('/api/contacts/merge', { WinnerContactId, WinnerAuditId: 1, LoserContactId, LoserAuditId: 1 })),
    ledger: async (contactId, itemId) =>
      (await entries(contactId, itemId)).Transactions.reverse().map(
        ({ TransactionType, Quantity }) => `${TransactionType} ${Quantity}`,
      ),
    remaining: async (contactId, itemId) => (await entries(contactId, itemId)).Transactions[0]?.Remaining ?? 0,
    runDay: async () => runBenefitDay(await systemScope(context, caller.tenant.id)),
    runMass: (operationId) => runTask(performMassOperation, { operationId }),
  }
}
