import { syncLedger } from '#areas/finance/ledger-settings/sync/sync.job'
import { ledgerSync } from '#areas/finance/ledger-settings/sync/sync.subscriber'
import { systemScope } from '#kernel/outbox/deliver'
import { covers } from '#kernel/outbox/subscriber'
import { withRows } from '#kernel/tenancy/tenant-db'
import type { Clock } from '#kernel/time/clock'
import { buildTestApp, type TestApp, type TestCaller } from '../build-app.ts'
import type { Json } from '../people/contact-parts.ts'
import { type LedgerApi, ledgerApi } from './ledger.ts'
import { type OnlineLedgerServer, startOnlineLedger } from './online-ledger.ts'

/** The time of a bench, which tests move on. */
export interface SyncClock extends Clock {
  at: number
}

/** A server whose tenants send their books to a stand-in of the online ledger, or to the embedded ledger. */
export interface SyncBench {
  server: TestApp
  ledger: OnlineLedgerServer
  clock: SyncClock
  /** A new tenant that sends its books, with counterparts for all records. */
  office(): Promise<Office>
  close(): Promise<void>
}

/** @param isOwn whether the server has its own database and the time of the machine, for workers in other processes. */
export const openSyncBench = async ({ isOnline = true, isOwn = false } = {}): Promise<SyncBench> => {
  const ledger = await startOnlineLedger()
  const clock: SyncClock = {
    at: Date.parse('2026-11-20T10:00:00Z'),
    now: () => new Date(isOwn ? Date.now() : clock.at),
  }
  const server = await buildTestApp({
    clock,
    ...(isOnline && { config: ledger.config }),
    ...(isOwn && { own: true }),
  })
  addCounterparts(ledger)
  return {
    server,
    ledger,
    clock,
    office: async () => openOffice(server, await server.tenant(), clock, ledger),
    close: async () => {
      await server.close()
      await ledger.close()
    },
  }
}

/** The records of the ledger that the records of an office have as counterparts. */
const addCounterparts = (ledger: OnlineLedgerServer): void => {
  const named = (Id: string, Name: string, more: object = {}) => ({ Id, Name, ...more })
  ledger
    .rows('Account')
    .push(
      named('1', 'Accounts Receivable'),
      named('2', 'Checking'),
      named('3', 'Dues Income'),
      named('4', 'Discounts', { AccountSubType: 'DiscountsRefundsGiven' }),
    )
  ledger.rows('Class').push(named('10', 'Membership'), named('11', 'Education'))
  ledger
    .rows('Item')
    .push(
      named('20', 'Dues', { ClassRef: { value: '10' }, IncomeAccountRef: { value: '3' } }),
      named('21', 'Workshop', { IncomeAccountRef: { value: '9' } }),
      named('22', 'Bad Debt', { IncomeAccountRef: { value: '8' } }),
    )
  ledger.rows('PaymentMethod').push(named('30', 'Check'), named('31', 'Card'))
  ledger.rows('TaxCode').push(named('40', 'State Tax'))
}

/** An office: a tenant with a contact, a fee item of dues and one of workshops, a discount and a tax set. */
export interface Office {
  api: LedgerApi
  caller: TestCaller
  contactId: number
  dues: number
  workshop: number
  discount: number
  taxSet: number
  /** The checking account, which has no counterpart at first. */
  bank: number
  /** Maps the checking account. */
  mapBank(): Promise<void>
  /** Calls an operation of the books. */
  post(path: string, body: object): Promise<Json>
  invoice(lines?: object[], more?: object): Promise<Json>
  /** Delivers the events of the books, then runs the sync once. */
  sync(): Promise<void>
  /** The log, the oldest entries first, without customers. */
  log(): Promise<Json[]>
  /** The documents of this office in the stand-in. */
  documents(entity: string): Json[]
}

const openOffice = async (
  server: TestApp,
  caller: TestCaller,
  clock: SyncClock,
  ledger: OnlineLedgerServer,
): Promise<Office> => {
  const api = ledgerApi(caller)
  const post = (path: string, body: object) => ok(caller.post(path, body))
  const { ContactId } = await post('/api/contacts/person/0', { FirstName: 'Ada', LastName: 'Byron', forceSave: true })
  const contactId = Number(ContactId)
  const { system } = server.database
  const tenantId = caller.tenant.id
  const accountOf = async (systemRole: string) =>
    (await system.account.findFirstOrThrow({ where: { tenantId, systemRole } })).id
  const AccountId = await accountOf('membership-income')
  const item = async (Name: string, more: object = {}) =>
    Number((await post('/api/finance/feeitems/0', { Name, Price: 100, AccountId, ...more })).FeeItemId)
  const tax = await post('/api/finance/taxsets/0', { Name: 'State tax', Rates: [{ Name: 'State', Percent: 8.25 }] })
  const given = await post('/api/finance/discounts/0', { Name: 'Early bird', DiscountTypeId: 1, DiscountPercent: 10 })
  const office = {
    dues: await item('Annual dues'),
    workshop: await item('Workshop'),
    discount: Number(given.DiscountId),
    taxSet: Number(tax.TaxSetId),
    bank: (await system.account.findFirstOrThrow({ where: { tenantId, type: 'Bank' } })).id,
  }
  const companyId = await connect(api, server, ledger)
  if (companyId !== null) await mapRecords(api, office, AccountId, await accountOf('receivable'))
  await api.post('saveLedgerSettings', 'ledgeronline', { EnableLdg: true })
  const runSync = syncRunner(server, clock, tenantId)
  return {
    api,
    caller,
    contactId,
    post,
    ...office,
    mapBank: async () => {
      const { Mappings } = await api.get('getAccountMapping', 'ledgeronline/accountmapping')
      const own = { ServiceId: String(office.bank), LedgerId: '2' }
      const kept = (Mappings as Json[]).filter(({ ServiceId }) => ServiceId !== own.ServiceId)
      await api.post('saveAccountMapping', 'ledgeronline/accountmapping', { Mappings: [...kept, own] })
    },
    invoice: (Lines = [{ FeeItemId: office.dues, Quantity: 1 }], more = {}) =>
      post('/api/finance/invoices/0', { ContactId: contactId, Lines, ...more }),
    sync: runSync,
    log: async () => {
      const { Results } = await ok(caller.post('/api/logs/ledgeronlinelog', { OrderBy: 'RowId' }))
      return (Results as Json[]).filter(({ Type }) => Type !== 'Contact')
    },
    documents: (entity) =>
      ledger
        .documents()
        .filter((one) => one.entity === entity && one.companyId === companyId)
        .map(({ body, isVoid, Id }) => ({ ...body, Id, isVoid })),
  }
}

/** Returns a function that delivers the new events of a tenant to the sync, and runs the sync once. */
export const syncRunner = (server: TestApp, clock: Clock, tenantId: number): (() => Promise<void>) => {
  const { database, app } = server
  const { system } = database
  const context = { database, clock, log: app.log }
  let delivered = 0
  return async () => {
    const scope = await systemScope(context, tenantId)
    const where = { tenantId, id: { gt: delivered } }
    const events = await system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
    delivered = events.at(-1)?.id ?? delivered
    const matching = events.filter(({ kind }) => ledgerSync.kinds.some((pattern) => covers(pattern, kind)))
    const taken = matching.length === 0 ? [] : await ledgerSync.filter?.(withRows(system), matching)
    for (const event of matching) {
      if (taken?.some(({ id }) => id === event.id))
        await scope.db.transaction((tx) => ledgerSync.handle(scope, tx, event))
    }
    await syncLedger(app)(context, { tenantId })
  }
}

const ok = async (call: ReturnType<TestCaller['get']>): Promise<Json> => {
  const response = await call
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`)
  return response.json()
}

/** Connects both sides. Returns the company of the online ledger; null for the embedded one. */
const connect = async (api: LedgerApi, server: TestApp, ledger: OnlineLedgerServer): Promise<string | null> => {
  await api.install()
  await api.get('connectAms', 'connect/ams')
  const { Location, Request } = await api.connect()
  if (Request === null) return null
  const companyId = `77${api.caller.tenant.id}`
  await server.app.inject({ url: ledger.grant(String(Location), companyId) })
  return companyId
}

const mapRecords = async (
  api: LedgerApi,
  office: Pick<Office, 'dues' | 'workshop' | 'discount' | 'taxSet'>,
  income: number,
  receivable: number,
): Promise<void> => {
  const save = (operation: string, path: string, pairs: [number, string][]) =>
    api.post(operation, `ledgeronline/${path}`, {
      Mappings: pairs.map(([id, LedgerId]) => ({ ServiceId: String(id), LedgerId })),
    })
  await save('saveAccountMapping', 'accountmapping', [
    [income, '3'],
    [receivable, '1'],
  ])
  await save('saveFeeItemMapping', 'feeitemmapping', [
    [office.dues, '20'],
    [office.workshop, '21'],
  ])
  await save('saveDiscountMapping', 'discountmapping', [[office.discount, '4']])
  await save('saveTaxMapping', 'taxmapping', [[office.taxSet, '40']])
  await save('savePaymentTypeMapping', 'paymenttypemapping', [[2, '30']])
  await save('saveWriteOffMapping', 'writeoffaccountmapping', [[income, '22']])
}

/** The screens of mappings, and the kind of their records in the ledger. */
const SCREENS = [
  ['Account', 'accountmapping', 'account'],
  ['Class', 'classmapping', 'class'],
  ['Discount', 'discountmapping', 'discount'],
  ['FeeItem', 'feeitemmapping', 'item'],
  ['PaymentType', 'paymenttypemapping', 'paymentMethod'],
  ['Tax', 'taxmapping', 'taxCode'],
  ['WriteOff', 'writeoffaccountmapping', 'item'],
] as const

/** Maps every record to the first record of its kind, and an account of its type, in the embedded ledger. */
export const mapEmbedded = async ({ api }: Office, { database }: TestApp): Promise<void> => {
  const tenantId = api.caller.tenant.id
  for (const [name, path, kind] of SCREENS) {
    const records = await database.system.embeddedLedgerRecord.findMany({
      where: { tenantId, kind },
      orderBy: { id: 'asc' },
    })
    const accounts = kind === 'account' ? await database.system.account.findMany({ where: { tenantId } }) : []
    const counterpartOf = (serviceId: unknown) => {
      const type = accounts.find(({ id }) => String(id) === serviceId)?.type ?? null
      return String(records.find(({ accountType }) => accountType === type)?.id)
    }
    const { Mappings } = await api.get(`get${name}Mapping`, `ledgeronline/${path}`)
    const mapped = (Mappings as Json[]).map(({ ServiceId }) => ({ ServiceId, LedgerId: counterpartOf(ServiceId) }))
    await api.post(`save${name}Mapping`, `ledgeronline/${path}`, { Mappings: mapped })
  }
}
