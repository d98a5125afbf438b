import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openMemberships, type Steps } from '#test/support/people/memberships'

let steps: Steps
let typeId: number
let levelId: number
beforeAll(async () => {
  steps = await openMemberships()
  typeId = await steps.type()
  levelId = await steps.level(typeId, { Name: 'Gold', Price: 120 })
})
beforeEach(async () => {
  steps.setDay('2025-01-15')
  await switchMails({ IsWelcomeOn: true, IsRenewedOn: true })
})
afterAll(() => steps.server.close())

const switchMails = async (body: object) => {
  const saved = await steps.caller.post('/api/memberships/mails', body)
  expect(saved.statusCode, saved.body).toBe(200)
  return saved.json()
}

let made = 0
const member = async (kind: 'person' | 'org' = 'person'): Promise<number> => {
  const item = { Kind: 'email', Value: `member${++made}@x.example`, IsPrimary: true }
  const body =
    kind === 'person'
      ? { FirstName: 'Ada', LastName: `Member ${made}`, forceSave: true, ContactList: [item] }
      : { OrganizationName: `Firm ${made}`, forceSave: true, ContactInfos: [item] }
  const saved = await steps.caller.post(`/api/contacts/${kind}/0`, body)
  expect(saved.statusCode, saved.body).toBe(200)
  return saved.json().ContactId
}

const mailsOf = async (contactId: number) => {
  const where = { tenantId: steps.caller.tenant.id, contactId }
  const mails = await steps.server.database.system.mailMessage.findMany({ where, orderBy: { id: 'asc' } })
  return mails.map(({ templateKey, data }) => [templateKey, data])
}
const keysOf = async (contactId: number) => (await mailsOf(contactId)).map(([key]) => key)
const pay = (id: number) => steps.take(id, 'pay', { PaymentTypeId: 1 })

describe('the mail Welcome', () => {
  it('is sent once, when the first term takes effect', async () => {
    const id = await member()
    const { MembershipId } = await steps.join(id, typeId, levelId)
    expect(await mailsOf(id)).toEqual([])
    await pay(MembershipId)
    await steps.take(MembershipId, 'autorenew', { AutoRenew: true })
    const membership = { id: MembershipId, type: expect.any(String), level: 'Gold', ends_on: '2026-01-14' }
    expect(await mailsOf(id)).toEqual([
      ['membership-joined', { contact: { name: expect.stringContaining('Ada'), first_name: 'Ada' }, membership }],
    ])
  })

  it('states the first day of a membership that begins later', async () => {
    const id = await member('org')
    const { MembershipId } = await steps.join(id, typeId, levelId, { StartDate: '2025-03-01' })
    await pay(MembershipId)
    expect(await mailsOf(id)).toMatchObject([['membership-joined', { membership: { begins_on: '2025-03-01' } }]])
  })

  it('is sent immediately for a membership without a price, and not without an address', async () => {
    const free = await steps.level(typeId, { Price: 0 })
    const id = await member()
    const silent = await steps.person()
    await steps.join(id, typeId, free)
    await steps.join(silent, typeId, free)
    expect(await keysOf(id)).toEqual(['membership-joined'])
    expect(await keysOf(silent)).toEqual([])
  })
})

describe('the mail Membership renewed', () => {
  it('is sent for each renewal that is paid, and not for a reinstatement', async () => {
    const id = await member()
    const { MembershipId } = await steps.join(id, typeId, levelId)
    await pay(MembershipId)
    await steps.take(MembershipId, 'renew')
    expect(await keysOf(id)).toEqual(['membership-joined'])
    await pay(MembershipId)
    expect((await mailsOf(id)).at(-1)).toMatchObject(['membership-renewed', { membership: { ends_on: '2027-01-14' } }])
    await steps.take(MembershipId, 'cancel')
    await steps.take(MembershipId, 'reinstate')
    await pay(MembershipId)
    expect(await keysOf(id)).toEqual(['membership-joined', 'membership-renewed'])
  })
})

describe('POST /api/memberships/mails (saveMembershipMails)', () => {
  it('switches each mail off for the tenant, and leaves the other as it is', async () => {
    expect(await switchMails({ IsWelcomeOn: false })).toEqual({ IsWelcomeOn: false, IsRenewedOn: true })
    const id = await member()
    const { MembershipId } = await steps.join(id, typeId, levelId)
    await pay(MembershipId)
    await steps.take(MembershipId, 'renew')
    await pay(MembershipId)
    expect(await keysOf(id)).toEqual(['membership-renewed'])
    expect(await switchMails({ IsRenewedOn: false })).toEqual({ IsWelcomeOn: false, IsRenewedOn: false })
    await steps.take(MembershipId, 'renew')
    await pay(MembershipId)
    expect(await keysOf(id)).toEqual(['membership-renewed'])
  })

  it('requires memberships:write', async () => {
    const reader = await steps.server.caller(steps.caller.tenant, ['memberships:read'])
    expect((await reader.post('/api/memberships/mails', { IsWelcomeOn: false })).statusCode).toBe(403)
    expect((await reader.get('/api/memberships/mails')).json()).toEqual({ IsWelcomeOn: true, IsRenewedOn: true })
  })
})

describe('GET /api/memberships/mails (getMembershipMails)', () => {
  it('returns both mails as on for a new tenant', async () => {
    const other = await steps.server.tenant()
    expect((await other.get('/api/memberships/mails')).json()).toEqual({ IsWelcomeOn: true, IsRenewedOn: true })
  })
})
