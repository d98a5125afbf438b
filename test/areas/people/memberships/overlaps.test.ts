import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runNightly } from '#areas/people/memberships/nightly-run/nightly-run.job'
import { createLogger } from '#kernel/logging/logger'
import { systemScope } from '#kernel/outbox/deliver'
import { openMemberships, type Steps } from '#test/support/people/memberships'
import { expectShape } from '#test/support/server/contract-shape'

let steps: Steps
beforeAll(async () => {
  steps = await openMemberships('2025-01-15', { own: true })
  const answer = await steps.caller.post('/api/memberships/nightly', { IsOn: true })
  expect(answer.statusCode, answer.body).toBe(200)
})
afterAll(() => steps.server.close())
beforeEach(() => steps.setDay('2025-01-15'))

interface Pair {
  typeId: number
  winner: number
  loser: number
  /** The membership of the winner, until 2026-01-14. */
  earlier: number
  /** The membership of the loser, until 2026-02-14. */
  later: number
}

/** Two contacts, each with a paid membership of the same type. */
const pair = async (): Promise<Pair> => {
  steps.setDay('2025-01-15')
  const typeId = await steps.type({ TermMonths: 12, GraceDays: 30, DueDays: 30, RenewalInvoiceDays: 30 })
  const levelId = await steps.level(typeId, { Price: 120 })
  const member = async (): Promise<[number, number]> => {
    const contactId = await steps.person()
    const email = { address: `m${contactId}@overlap.example`, addressKey: `m${contactId}@overlap.example` }
    await steps.server.database.system.contactEmail.create({
      data: { tenantId: steps.caller.tenant.id, contactId, ...email },
    })
    const { MembershipId } = await steps.join(contactId, typeId, levelId)
    await steps.take(MembershipId, 'pay', { PaymentTypeId: 1 })
    return [contactId, MembershipId]
  }
  const [winner, earlier] = await member()
  steps.setDay('2025-02-15')
  const [loser, later] = await member()
  return { typeId, winner, loser, earlier, later }
}

const merge = async ({ winner, loser }: Pair, more: object = {}, caller = steps.caller) => {
  const { system } = steps.server.database
  const versionOf = async (id: number) =>
    (await system.contact.findFirstOrThrow({ where: { tenantId: steps.caller.tenant.id, id } })).auditId
  const versions = { WinnerAuditId: await versionOf(winner), LoserAuditId: await versionOf(loser) }
  return caller.post('/api/contacts/merge', { WinnerContactId: winner, LoserContactId: loser, ...versions, ...more })
}

const openInvoices = (contactId: number) =>
  steps.server.database.system.invoice.count({
    where: { tenantId: steps.caller.tenant.id, contactId, voidedAt: null, balance: { gt: 0 } },
  })

const night = async (day: string): Promise<void> => {
  steps.setDay(day)
  const context = { database: steps.server.database, clock: { now: steps.now }, log: createLogger('silent') }
  await runNightly(await systemScope(context, steps.caller.tenant.id))
}

describe('POST /api/contacts/merge (mergeContacts): two memberships of the same type', () => {
  test('returns the overlap; until one has ended, only the later one renews', async () => {
    const made = await pair()
    const { typeId, winner, earlier, later } = made
    const merged = await merge(made)
    expect(merged.statusCode, merged.body).toBe(200)
    expectShape('mergeContacts', merged.json())
    expect(merged.json().MembershipOverlaps).toMatchObject([
      { MembershipTypeId: typeId, MembershipIds: [earlier, later], RenewingMembershipId: later },
    ])
    const refused = await steps.step(earlier, 'renew')
    expect(refused.json()).toMatchObject({ status: 409, code: 'already-member', MembershipId: later })
    await night('2025-12-31')
    expect(await openInvoices(winner)).toBe(0)
    await night('2026-01-20')
    expect((await steps.get(earlier)).Invoices.filter(({ Balance }) => Balance > 0)).toEqual([])
    expect((await steps.get(later)).Invoices.filter(({ Balance }) => Balance > 0)).toHaveLength(1)
    const mails = await steps.server.database.system.mailMessage.findMany({
      where: { tenantId: steps.caller.tenant.id, contactId: winner },
    })
    const about = mails.filter(({ key }) => key.includes(`:${earlier}:`))
    expect(about.map(({ templateKey }) => templateKey)).toEqual(['membership-joined'])
    await steps.take(later, 'cancel')
    expect((await steps.step(earlier, 'renew')).statusCode).toBe(200)
  })

  test('ends the chosen membership with the merge, voids its renewal invoice and issues no other', async () => {
    const made = await pair()
    const { winner, loser, earlier, later } = made
    await steps.take(later, 'renew')
    expect([await openInvoices(winner), await openInvoices(loser)]).toEqual([0, 1])
    const merged = await merge(made, { EndMembershipIds: [later] })
    expect(merged.statusCode, merged.body).toBe(200)
    expect(merged.json()).toMatchObject({ MembershipOverlaps: [], Balance: 0 })
    expect(await openInvoices(winner)).toBe(0)
    expect(await steps.get(later)).toMatchObject({ Status: 'Cancelled', ContactId: winner, AutoRenew: false })
    expect(await steps.get(earlier)).toMatchObject({ Status: 'Active', ContactId: winner })
    expect((await steps.step(earlier, 'renew')).statusCode).toBe(200)
    expect(await openInvoices(winner)).toBe(1)
  })

  test('rejects memberships that do not overlap, all of a type, and callers without memberships:write', async () => {
    const made = await pair()
    const { earlier, later, loser } = made
    const other = (await pair()).earlier
    const unknown = await merge(made, { EndMembershipIds: [later, other] })
    expect(unknown.json()).toMatchObject({
      status: 422,
      code: 'unknown-reference',
      errors: [{ pointer: '/EndMembershipIds/1' }],
    })
    expect((await merge(made, { EndMembershipIds: [later, earlier] })).statusCode).toBe(400)
    const limited = await steps.server.caller(steps.caller.tenant, ['contacts:read', 'contacts:write'])
    const refused = await merge(made, { EndMembershipIds: [later] }, limited)
    expect(refused.json()).toMatchObject({ status: 403, code: 'insufficient-scope' })
    expect(refused.headers['www-authenticate']).toContain('scope="memberships:write"')
    expect((await steps.get(later)).ContactId).toBe(loser)
    expect((await merge(made, {}, limited)).json()).toMatchObject({ MembershipOverlaps: [] })
  })
})
