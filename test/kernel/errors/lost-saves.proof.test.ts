import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { type BreakableDatabase, breakableDatabase, type Loss } from '#test/support/database/breakable-database'
import { createTestDatabase, type TestDatabase } from '#test/support/database/database'
import { proofSize } from '#test/support/runner/proof-size'

let own: TestDatabase
let way: BreakableDatabase
let server: TestApp
/** Reads past the connections that are lost. */
let watcher: TestApp
let caller: TestCaller
let contactId: number
let accountId: number

beforeAll(async () => {
  own = await createTestDatabase()
  way = await breakableDatabase(own.url)
  watcher = await buildTestApp({ url: own.url })
  server = await buildTestApp({ url: way.url })
  caller = await server.tenant()
  contactId = (await caller.post('/api/contacts/person/0', { FirstName: 'Ann', LastName: 'Lee' })).json().ContactId
  const { system } = watcher.database
  const where = { tenantId: caller.tenant.id, systemRole: 'membership-income' }
  accountId = (await system.account.findFirstOrThrow({ where })).id
})
afterAll(async () => {
  await server.close()
  await watcher.close()
  await way.close()
  await own.drop()
})

interface Save {
  path: () => string
  body: (name: string) => object
  /** How often the save was made. */
  count: (name: string) => Promise<number>
}

const ofTenant = (where: object) => ({ where: { tenantId: caller.tenant.id, ...where } })
const countContacts = (lastName: string) => watcher.database.system.contact.count(ofTenant({ lastName }))

/** A statement on the driver, transactions on the driver and on Prisma's models, and one of many statements. */
const SAVES: Record<string, Save> = {
  'a new contact': {
    path: () => '/api/contacts/person/0',
    body: (name) => ({ FirstName: 'Eva', LastName: name }),
    count: countContacts,
  },
  'a contact with roles': {
    path: () => '/api/contacts/person/0',
    body: (name) => ({ FirstName: 'Eva', LastName: name, Phones: [{ PhoneNumber: '+1 212 555 0100' }] }),
    count: countContacts,
  },
  'a group': {
    path: () => '/api/groups/0',
    body: (name) => ({ Name: name }),
    count: (name) => watcher.database.system.group.count(ofTenant({ name })),
  },
  'an email of a contact': {
    path: () => `/api/contacts/${contactId}/emails/0`,
    body: (name) => ({ EmailAddress: `${name}@example.org` }),
    count: (name) => watcher.database.system.contactEmail.count(ofTenant({ address: `${name}@example.org` })),
  },
  'an invoice': {
    path: () => '/api/finance/invoices/0',
    body: (name) => ({ ContactId: contactId, Lines: [{ Description: name, UnitPrice: 5, AccountId: accountId }] }),
    count: (name) => watcher.database.system.invoiceLine.count(ofTenant({ description: name })),
  },
}

const LOSSES: Loss[] = ['reset', 'unanswered', 'unsent', '57P01']
/** Every statement with every loss, or each eighth statement with one of them. */
const STEP = proofSize({ reduced: 8, full: 1 })
const lossesAt = (statement: number): Loss[] =>
  LOSSES.filter((_how, n) => STEP === 1 || n === Math.floor(statement / STEP) % LOSSES.length)

const isSettled = async (key: string): Promise<boolean> => {
  const where = { key, state: { in: ['running', 'committed'] } }
  return (await watcher.database.system.idempotencyKey.count({ where })) === 0
}

/** Sends a save whose connection is lost at one of its statements, and again. Returns whether the statement was sent. */
const saveOnce = async (save: Save, statement: number, how: Loss): Promise<boolean> => {
  const name = randomUUID()
  const send = () => caller.post(save.path(), save.body(name), { 'idempotency-key': name })
  const isLost = way.loseAtNext(statement, how)
  const { statusCode, body, headers } = await send()
  if (!isLost()) {
    way.restore()
    expect(statusCode, body).toBe(200)
    return false
  }
  const at = `${how} at statement ${statement}`
  // What is lost after the commit only prevents that the response is stored.
  if (statusCode !== 200) expect([statusCode, headers['retry-after']], `${at}: ${body}`).toEqual([503, '5'])
  await expect.poll(() => isSettled(name), { timeout: 10_000 }).toBe(true)
  const again = await send()
  if (again.statusCode !== 200)
    expect([again.statusCode, again.json().code], at).toEqual([409, 'idempotency-answer-lost'])
  expect(await save.count(name), at).toBe(1)
  return true
}

describe.each(Object.entries(SAVES))('the save of %s', (_name, save) => {
  // The statements are prepared, as in a process that has run for a while.
  beforeAll(async () => {
    for (let round = 0; round < 2; round++) {
      const name = randomUUID()
      const { statusCode, body } = await caller.post(save.path(), save.body(name), { 'idempotency-key': name })
      expect(statusCode, body).toBe(200)
      expect(await save.count(name)).toBe(1)
    }
  })

  test('is 503 and made once when the connection is lost at any statement', async () => {
    let statement = 1
    let isSent = true
    for (; isSent; statement += STEP) {
      for (const how of lossesAt(statement)) isSent = isSent && (await saveOnce(save, statement, how))
    }
    expect(statement).toBeGreaterThan(3)
  })
})
