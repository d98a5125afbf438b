import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRegistrations, PAYER, person, type RegistrationsBench } from '#test/support/events/registrations'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: RegistrationsBench
beforeAll(async () => {
  bench = await openRegistrations(() => new Date('2030-03-01T12:00:00Z'))
})
afterAll(() => bench.server.close())

const ROOT = '/api/events/referralsources'
const save = (id: number, body: Json, caller = bench.mine) => caller.post(`${ROOT}/${id}`, body)
const create = async (Name: string): Promise<number> =>
  (await bench.good('saveReferralSource', save(0, { Name }))).body.ReferralSourceId as number
const SEEDED = ['Website', 'Search engine', 'Newsletter', 'Social media', 'Colleague or friend', 'Other']

describe('GET /api/events/referralsources (listReferralSources)', () => {
  test('lists those of a new tenant in their display order', async () => {
    const listed = await bench.theirs.get(ROOT)
    expect(listed.json().map(({ Name, DisplayOrder }: Json) => [Name, DisplayOrder])).toEqual(
      SEEDED.map((name, at) => [name, at + 1]),
    )
    const found = await bench.theirs.get(`${ROOT}?Criteria=letter&Filter=IsActive eq true`)
    expect(found.json()).toMatchObject([{ Name: 'Newsletter', AuditId: 1, IsActive: true }])
  })
})

describe('GET /api/events/referralsources/lookup (lookupReferralSources)', () => {
  test('offers the active ones', async () => {
    const id = await create('Radio')
    const names = async () => (await bench.mine.get(`${ROOT}/lookup`)).json().map(({ Name }: Json) => Name)
    expect((await names()).slice(-1)).toEqual(['Radio'])
    expect((await save(id, { AuditId: 1, IsActive: false })).statusCode).toBe(200)
    expect(await names()).not.toContain('Radio')
  })
})

describe('POST /api/events/referralsources/{referralSourceId} (saveReferralSource)', () => {
  test('creates one after all others, and changes it by its version', async () => {
    const id = await create('Podcast')
    expect(await refusal(save(0, { Name: 'PODCAST' }))).toEqual([409, 'duplicate'])
    expect(await refusal(save(0, { Name: ' ' }))).toEqual([422, '/Name'])
    expect(await refusal(save(id, { AuditId: 2, Name: 'x' }))).toEqual([409, 'stale-audit-id'])
    const changed = await bench.good('saveReferralSource', save(id, { AuditId: 1, DisplayOrder: 0 }))
    expect(changed.body).toMatchObject({ Name: 'Podcast', DisplayOrder: 0, IsActive: true, AuditId: 2 })
    const where = { tenantId: bench.mine.tenant.id, entity: 'referralsource', entityId: id }
    const events = await bench.server.database.system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
    expect(events.map(({ kind, payload }) => [kind, payload])).toEqual([
      ['referralsource.created', { name: 'Podcast' }],
      ['referralsource.updated', { name: 'Podcast' }],
    ])
  })
})

describe('GET /api/events/referralsources/{referralSourceId} (getReferralSource)', () => {
  test('returns one, and 404 to another tenant', async () => {
    const id = await create('Flyer')
    const { body } = await bench.good('getReferralSource', bench.mine.get(`${ROOT}/${id}`))
    expect(body).toMatchObject({ ReferralSourceId: id, Name: 'Flyer', Actions: ['view', 'edit', 'delete'] })
    expect(await refusal(bench.theirs.get(`${ROOT}/${id}`))).toEqual([404, 'not-found'])
    expect(await refusal(save(id, { AuditId: 1, Name: 'x' }, bench.theirs))).toEqual([404, 'not-found'])
    const reader = await bench.server.caller(bench.mine.tenant, ['events:read'])
    expect((await save(0, { Name: 'Refused' }, reader)).statusCode).toBe(403)
  })
})

describe('DELETE /api/events/referralsources/{referralSourceId} (deleteReferralSource)', () => {
  test('deletes one that no registration names', async () => {
    const unused = await create('Short-lived')
    const used = await create('Poster')
    const { id, full } = await bench.congress()
    const form = { BillingInfo: PAYER, Registrations: [person(full)], WebReferralSourceTypeId: String(used) }
    const cart = await bench.post('register_v2', id, { ...form, CaptchaResponse: await bench.captcha(id) })
    expect(cart).toMatchObject({ Status: 0 })
    expect(await refusal(bench.mine.delete(`${ROOT}/${used}`))).toEqual([409, 'in-use'])
    expect((await bench.mine.delete(`${ROOT}/${unused}`, { 'if-match': '"2"' })).statusCode).toBe(412)
    expect((await bench.mine.delete(`${ROOT}/${unused}`)).statusCode).toBe(200)
    expect(await refusal(bench.mine.get(`${ROOT}/${unused}`))).toEqual([404, 'not-found'])
  })
})

describe('a registration form', () => {
  test('offers the active referral sources, and stores the one that it names', async () => {
    const chosen = await create('Billboard')
    const inactive = await create('Fax')
    await save(inactive, { AuditId: 1, IsActive: false })
    const { id, full } = await bench.congress()
    const offered = (await bench.environment(`${id}`)).Data?.ReferralSources as { Name: string }[]
    expect(offered).toContainEqual({ WebReferralSourceTypeId: chosen, Name: 'Billboard' })
    expect(offered.map(({ Name }) => Name)).not.toContain('Fax')
    const form = { BillingInfo: PAYER, Registrations: [person(full)] }
    for (const wrong of [inactive, 999999, 9999999999]) {
      const { Errors } = await bench.post('validate', id, { ...form, WebReferralSourceTypeId: String(wrong) })
      expect(Errors).toMatchObject([{ Pointer: '/WebReferralSourceTypeId', Code: 'unknown' }])
    }
    expect((await bench.post('validate', id, { ...form, WebReferralSourceTypeId: '0' })).Status).toBe(0)
    const sent = { ...form, WebReferralSourceTypeId: String(chosen), CaptchaResponse: await bench.captcha(id) }
    const { Data } = await bench.post('register_v2', id, sent)
    const where = { tenantId: bench.mine.tenant.id, eventId: id }
    const { system } = bench.server.database
    expect((await system.eventOrder.findFirstOrThrow({ where })).referralSourceId).toBe(chosen)
    await bench.post('register_v2', id, { ...form, CartKey: Data?.CartKey, CaptchaResponse: await bench.captcha(id) })
    expect((await system.eventOrder.findFirstOrThrow({ where })).referralSourceId).toBeNull()
  })
})
