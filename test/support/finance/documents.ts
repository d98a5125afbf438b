import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { buildTestApp, type TestApp, type TestAppOptions, type TestCaller } from '../build-app.ts'
import { expectShape } from '../server/contract-shape.ts'

/** A document as JSON: the fields that tests read. */
export interface DocumentJson {
  [id: string]: unknown
  AuditId: number
  Number: number
  DisplayNumber: string
  Status: string
  Total: number
  Balance: number
  Amount: number
  OpenAmount: number
  Actions: string[]
  Lines: Record<string, unknown>[]
  Applications: { InvoiceId: number; SourceKind: string; Amount: number; SourceNumber: string }[]
}

export type DocumentPath = 'invoices' | 'payments' | 'credits' | 'refunds' | 'writeoffs'

const SHAPES: Record<DocumentPath, [get: Parameters<typeof expectShape>[0], id: string]> = {
  invoices: ['getInvoice', 'InvoiceId'],
  payments: ['getPayment', 'PaymentId'],
  credits: ['getCredit', 'CreditId'],
  refunds: ['getRefund', 'RefundId'],
  writeoffs: ['getWriteOff', 'WriteOffId'],
}

/** The application with a clock that the test sets, and short functions for requests about the books. */
export interface BooksApi {
  server: TestApp
  caller: TestCaller
  setDay(day: string): void
  person(): Promise<number>
  /** Creates a document and returns its id. */
  create(path: DocumentPath, body: object): Promise<number>
  /** Reads a document, and checks its shape. */
  get(path: DocumentPath, id: number): Promise<DocumentJson>
  /** Takes a step that must succeed, and returns the document. */
  take(path: DocumentPath, id: number, step: string, body?: object): Promise<DocumentJson>
  /** A step that must be refused; returns status, code and first pointer. */
  refuse(path: string, body: object): Promise<[number, string, string?]>
  /** Creates an invoice of one line. */
  invoice(contactId: number, price: number, more?: object): Promise<number>
  /** The id of an account by its system role. */
  account(role: string): Promise<number>
  balance(contactId: number): Promise<number>
  /** The lines of the journal of a document: the role or name of the account, and the amount. */
  journal(kind: string, id: number): Promise<[account: string, amount: number][]>
  body(answer: Promise<LightMyRequestResponse>): Promise<Record<string, unknown>>
}

const ok = (answer: LightMyRequestResponse) => {
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
  return answer.json()
}

export const openBooks = async (start = '2026-06-15', options: TestAppOptions = {}): Promise<BooksApi> => {
  let now = new Date(`${start}T12:00:00Z`)
  const server = await buildTestApp({ clock: { now: () => now }, ...options })
  const caller = await server.tenant()
  const { system } = server.database
  const tenantId = caller.tenant.id
  let made = 0
  const post = async (path: string, body: object) => ok(await caller.post(`/api/finance/${path}`, body))
  const api: BooksApi = {
    server,
    caller,
    setDay: (day) => {
      now = new Date(`${day}T12:00:00Z`)
    },
    person: async () =>
      ok(await caller.post('/api/contacts/person/0', { FirstName: 'Ada', LastName: `Payer${++made}`, forceSave: true }))
        .ContactId,
    create: async (path, body) => (await post(`${path}/0`, body))[SHAPES[path][1]],
    get: async (path, id) => {
      const document = ok(await caller.get(`/api/finance/${path}/${id}`))
      expectShape(SHAPES[path][0], document)
      return document
    },
    take: async (path, id, step, body = {}) => {
      await post(`${path}/${id}/${step}`, body)
      return api.get(path, id)
    },
    refuse: async (path, body) => {
      const answer = (await caller.post(`/api/finance/${path}`, body)).json()
      return answer.errors?.[0] ? [answer.status, answer.code, answer.errors[0].pointer] : [answer.status, answer.code]
    },
    invoice: async (ContactId, UnitPrice, more = {}) => {
      const AccountId = await api.account('membership-income')
      return api.create('invoices', { ContactId, Lines: [{ Description: 'Dues', UnitPrice, AccountId }], ...more })
    },
    account: async (systemRole) => (await system.account.findFirstOrThrow({ where: { tenantId, systemRole } })).id,
    balance: async (contactId) => ok(await caller.get(`/api/finance/contacts/${contactId}/balance`)).Balance,
    journal: async (documentKind, documentId) => {
      const where = { tenantId, entry: { documentKind, documentId } }
      const include = { account: true }
      const lines = await system.journalLine.findMany({
        where,
        include,
        orderBy: [{ entryId: 'asc' }, { position: 'asc' }],
      })
      return lines.map(({ account, amount }) => [account.systemRole ?? account.name, amount.toNumber()])
    },
    body: async (answer) => ok(await answer),
  }
  return api
}

/** The trial balance is zero, and every contact owes what its lines on receivable sum to. */
export const expectBalanced = async ({ server, caller }: Pick<BooksApi, 'server' | 'caller'>): Promise<void> => {
  const wrong = await server.database.system.$queryRaw<object[]>`
    SELECT 'entry' AS what, l.entry_id::text AS id FROM journal_line l WHERE l.tenant_id = ${caller.tenant.id}
      GROUP BY l.entry_id HAVING sum(l.amount) <> 0
    UNION ALL SELECT 'balance', c.id::text FROM contact c WHERE c.tenant_id = ${caller.tenant.id} AND c.balance <> (
      SELECT coalesce(sum(l.amount), 0) FROM journal_line l
      JOIN account a ON a.tenant_id = l.tenant_id AND a.id = l.account_id AND a.system_role = 'receivable'
      WHERE l.tenant_id = c.tenant_id AND l.contact_id = c.id)
    UNION ALL SELECT 'owed', c.id::text FROM contact c WHERE c.tenant_id = ${caller.tenant.id} AND c.balance <>
      (SELECT coalesce(sum(i.balance), 0) FROM invoice i WHERE i.tenant_id = c.tenant_id AND i.contact_id = c.id)
      - (SELECT coalesce(sum(p.open_amount), 0) FROM payment p WHERE p.tenant_id = c.tenant_id AND p.contact_id = c.id)
      - (SELECT coalesce(sum(r.open_amount), 0) FROM credit r WHERE r.tenant_id = c.tenant_id AND r.contact_id = c.id)
    UNION ALL SELECT 'applied', i.id::text FROM invoice i WHERE i.tenant_id = ${caller.tenant.id} AND i.voided_at IS NULL
      AND i.balance <> i.total - (SELECT coalesce(sum(a.amount), 0) FROM application a
        WHERE a.tenant_id = i.tenant_id AND a.invoice_id = i.id)
    UNION ALL SELECT 'day', d.due_on::text FROM receivable_day d WHERE d.tenant_id = ${caller.tenant.id}
      GROUP BY d.due_on HAVING sum(d.balance) <> (SELECT coalesce(sum(i.balance), 0) FROM invoice i
        WHERE i.tenant_id = ${caller.tenant.id} AND i.due_on = d.due_on)`
  expect(wrong).toEqual([])
}
