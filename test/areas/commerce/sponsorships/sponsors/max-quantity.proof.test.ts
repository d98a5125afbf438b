import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSponsors, type SponsorsBench } from '#test/support/commerce/sponsors'
import { type ServerChild, startServerChild } from '#test/support/processes/server-child'
import { proofSize } from '#test/support/runner/proof-size'

const ROUNDS = proofSize({ reduced: 1, full: 100 })
const SPONSORS = proofSize({ reduced: 30, full: 200 })
const POSITIONS = 10

let bench: SponsorsBench
let servers: ServerChild[] = []

beforeAll(async () => {
  bench = await openSponsors(undefined, { own: true })
  const rates = { RATE_LIMIT_PER_CREDENTIAL: '1000000', RATE_LIMIT_PER_TENANT: '1000000' }
  servers = [await startServerChild(bench.server.url, rates), await startServerChild(bench.server.url, rates)]
}, 120_000)
afterAll(async () => {
  for (const { process } of servers) process.kill('SIGTERM')
  await Promise.all(servers.map(({ ended }) => ended))
  await bench.server.close()
})

/** Sponsors of one type, all pending, each of another contact. */
const pendingSponsors = async (typeId: number, contactIds: readonly number[]): Promise<number[]> => {
  const { system } = bench.server.database
  const rows = contactIds.map((contactId) => ({ tenantId: bench.caller.tenant.id, contactId, typeId, price: '100' }))
  return (await system.sponsor.createManyAndReturn({ data: rows })).map(({ id }) => id)
}

const approve = (id: number, at: number): Promise<Response> =>
  fetch(`http://127.0.0.1:${servers[at % 2]?.port}/api/sponsorships/sponsors/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `ApiKey ${bench.caller.key}` },
    body: JSON.stringify({ AuditId: 1, Status: 'Approved' }),
  })

/** What the approvals of a round left: approved sponsors, their invoices, and the pieces that they were granted. */
const countEffects = async (typeId: number, itemId: number, contactIds: readonly number[]) => {
  const { system } = bench.server.database
  const own = { tenantId: bench.caller.tenant.id }
  const ofContacts = { ...own, contactId: { in: [...contactIds] } }
  const approved = await system.sponsor.findMany({ where: { ...own, typeId, statusId: 2 } })
  const granted = await system.benefitTransaction.aggregate({
    where: { ...ofContacts, itemId },
    _sum: { quantity: true },
  })
  const invoiceIds = new Set(approved.map(({ invoiceId }) => invoiceId))
  const invoices = await system.invoice.count({
    where: { ...ofContacts, voidedAt: null, id: { in: [...invoiceIds].map(Number) } },
  })
  const entries = await system.outboxEvent.count({
    where: { ...own, kind: 'sponsor.approved', entityId: { in: approved.map(({ id }) => id) } },
  })
  return { approved: approved.length, invoices, granted: granted._sum.quantity, events: entries }
}

test(`${SPONSORS} approvals of a type with ${POSITIONS} positions in two server processes`, {
  timeout: 1_800_000,
}, async () => {
  const contactIds = await Promise.all(Array.from({ length: SPONSORS }, () => bench.organization()))
  const invoicesBefore = await bench.server.database.system.invoice.count()
  for (let round = 1; round <= ROUNDS; round++) {
    const { typeId, itemId } = await bench.typeWithBenefit({ MaxQuantity: POSITIONS })
    const ids = await pendingSponsors(typeId, contactIds)
    const responses = await Promise.all(ids.map(approve))
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(POSITIONS)
    expect(new Set(statuses)).toEqual(new Set([200, 422]))
    expect(await countEffects(typeId, itemId, contactIds)).toEqual({
      approved: POSITIONS,
      invoices: POSITIONS,
      granted: POSITIONS * 10,
      events: POSITIONS,
    })
    expect(await bench.server.database.system.invoice.count()).toBe(invoicesBefore + POSITIONS * round)
  }
})
