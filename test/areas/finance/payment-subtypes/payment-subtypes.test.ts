import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const SETTINGS = '/api/settings/financesettings/paymentsubtypes'
const save = (id: unknown, body: object, caller = bench.mine) => caller.post(`${SETTINGS}/${id}`, body)
const remove = (id: unknown, caller = bench.mine) => caller.delete(`/api/settings/delete/${id}`)
const create = async (Name: string, PaymentTypeId = '5'): Promise<number> => {
  const answer = await save(0, { PaymentTypeId, Name })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().PaymentSubtypeId
}
const read = (type: 'trade' | 'external', id: unknown, caller = bench.mine) => caller.get(`${SETTINGS}/${type}/${id}`)
const choices = async (which: string): Promise<Json[]> =>
  (await bench.mine.get(`/api/settings/paymentsubtypes/lookup/${which}`)).json()
const namesOf = async (which: string) => (await choices(which)).map(({ Name }) => Name)
const defaultOf = async (type: '5' | '6'): Promise<unknown> =>
  (await choices(type)).find(({ IsSelected }) => IsSelected)?.Id

/** A payment that has the subtype. */
const payBy = async (paymentSubtypeId: number): Promise<void> => {
  const { tenant } = bench.mine
  const { system } = bench.server.database
  const data = { contactId: await bench.person(), receivedOn: new Date('2026-03-01'), amount: 5, paymentTypeId: 5 }
  const number = 1_000_000 + paymentSubtypeId
  const where = { tenantId: tenant.id, systemRole: 'undeposited-funds' }
  const { id: depositAccountId } = await system.account.findFirstOrThrow({ where })
  const own = { tenantId: tenant.id, number, paymentSubtypeId, depositAccountId, openAmount: 5 }
  await system.payment.create({ data: { ...data, ...own } })
}

describe('POST /api/settings/financesettings/paymentsubtypes/{paymentsubtypeid} (savePaymentSubtype)', () => {
  test('creates and changes a subtype, and records each change', async () => {
    const { body, version } = await bench.good(
      'savePaymentSubtype',
      save(0, { PaymentSubtypeId: 0, AuditId: 0, PaymentTypeId: '5', Name: ' Barter ' }),
    )
    expect([body, version]).toEqual([{ ...body, PaymentTypeId: 5, Name: 'Barter', IsActive: true }, 1])
    const id = body.PaymentSubtypeId as number
    const changed = await save(id, { PaymentSubtypeId: id, AuditId: 1, PaymentTypeId: 5, Name: 'Barter: printing' })
    expect(changed.json()).toMatchObject({ Name: 'Barter: printing', IsActive: true })
    const where = { tenantId: bench.mine.tenant.id, entity: 'paymentsubtype', entityId: id }
    const events = await bench.server.database.system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
    expect(events.map(({ kind, auditId }) => [kind, auditId])).toEqual([
      ['paymentsubtype.created', 1],
      ['paymentsubtype.updated', 2],
    ])
  })

  test('allows a name once for each payment type', async () => {
    const id = await create('Gift card')
    expect(await refusal(save(0, { PaymentTypeId: '5', Name: 'GIFT CARD' }))).toEqual([409, 'duplicate'])
    await create('Gift card', '6')
    expect(await refusal(save(id, { AuditId: 7, PaymentTypeId: '5', Name: 'x' }))).toEqual([409, 'stale-audit-id'])
  })

  test('rejects other payment types, another id and a move to the other type', async () => {
    const id = await create('Services')
    expect(await refusal(save(0, { PaymentTypeId: '1', Name: 'Coins' }))).toEqual([400, '/PaymentTypeId'])
    expect(await refusal(save(id, { AuditId: 1, PaymentTypeId: '6', Name: 'Services' }))).toEqual([
      422,
      '/PaymentTypeId',
    ])
    const other = { PaymentSubtypeId: id + 1, AuditId: 1, PaymentTypeId: '5', Name: 'Services' }
    expect(await refusal(save(id, other))).toEqual([400, '/PaymentSubtypeId'])
    expect(await refusal(save(0, { Name: 'Coins' }))).toEqual([400, '/PaymentTypeId'])
    expect((await save(id, { AuditId: 1, Name: 'Labor' })).json()).toMatchObject({ PaymentTypeId: 5, Name: 'Labor' })
    expect(await refusal(save(0, { PaymentTypeId: '5', Name: ' ' }))).toEqual([422, '/Name'])
  })

  test('renames the system default, which stays active', async () => {
    const id = await defaultOf('6')
    const body = { AuditId: 1, PaymentTypeId: '6', Name: 'Outside', IsActive: false }
    expect(await refusal(save(id, body))).toEqual([409, 'system-record'])
    expect((await save(id, { ...body, IsActive: true })).json()).toMatchObject({ Name: 'Outside', IsActive: true })
    expect(await defaultOf('6')).toBe(id)
  })
})

describe('DELETE /api/settings/delete/{paymentsubtypeid} (deletePaymentSubtype)', () => {
  test('deletes a subtype that no payment has', async () => {
    const id = await create('Mistake')
    expect((await remove(id)).json()).toEqual({})
    expect(await refusal(read('trade', id))).toEqual([404, 'not-found'])
    expect(await refusal(remove(id))).toEqual([404, 'not-found'])
  })

  test('deactivates a subtype that payments have, once, and a save activates it again', async () => {
    const id = await create('Used')
    await payBy(id)
    expect((await remove(id)).statusCode).toBe(200)
    expect((await remove(id)).statusCode).toBe(200)
    expect((await read('trade', id)).json()).toMatchObject({ Name: 'Used', IsActive: false, AuditId: 2 })
    expect(await namesOf('5')).not.toContain('Used')
    await save(id, { AuditId: 2, PaymentTypeId: '5', Name: 'Used', IsActive: true })
    expect(await namesOf('5')).toContain('Used')
  })

  test('keeps the system defaults', async () => {
    expect(await refusal(remove(await defaultOf('5')))).toEqual([409, 'system-record'])
  })
})

describe('GET /api/settings/financesettings/paymentsubtypes (getPaymentSubtypeSettings)', () => {
  test('lists active and inactive subtypes by type, with the system defaults', async () => {
    const fresh = await bench.server.tenant()
    await save(0, { PaymentTypeId: '5', Name: 'Barter', IsActive: false }, fresh)
    const { body } = await bench.good('getPaymentSubtypeSettings', fresh.get(SETTINGS))
    const { TradeSubTypes, ExternalSubTypes, HelpText } = body as unknown as Record<string, Json[]>
    expect(HelpText).toBeTruthy()
    expect(TradeSubTypes?.map(({ Name, IsActive }) => [Name, IsActive])).toEqual([
      ['Barter', false],
      ['Trade', true],
    ])
    expect(ExternalSubTypes?.map(({ Name }) => Name)).toEqual(['External'])
  })
})

describe('GET /api/settings/financesettings/paymentsubtypes/trade/{paymentsubtypeid} (getTradePaymentSubtype)', () => {
  test('returns subtypes of Trade only', async () => {
    const trade = await create('Goods')
    const external = await create('At the bank', '6')
    const { body, version } = await bench.good('getTradePaymentSubtype', read('trade', trade))
    expect([body, version]).toEqual([
      { PaymentSubtypeId: trade, PaymentTypeId: '5', AuditId: 1, Name: 'Goods', IsActive: true },
      1,
    ])
    expect(await refusal(read('trade', external))).toEqual([404, 'not-found'])
  })
})

describe('GET /api/settings/financesettings/paymentsubtypes/external/{paymentsubtypeid} (getExternalPaymentSubtype)', () => {
  test('returns subtypes of External only', async () => {
    const id = await create('By a relative', '6')
    const { body } = await bench.good('getExternalPaymentSubtype', read('external', id))
    expect(body).toMatchObject({ PaymentSubtypeId: id, PaymentTypeId: '6' })
    expect(await refusal(read('external', await create('Hours')))).toEqual([404, 'not-found'])
    expect(await refusal(read('external', id, bench.theirs))).toEqual([404, 'not-found'])
  })
})

describe('GET /api/settings/paymentsubtypes/lookup/{paymenttypeid} (lookupPaymentSubtypesOfType)', () => {
  test('selects the system default, and is empty for the types without subtypes', async () => {
    const { body } = await bench.good(
      'lookupPaymentSubtypesOfType',
      bench.mine.get('/api/settings/paymentsubtypes/lookup/5'),
    )
    expect(body.filter(({ IsSelected }) => IsSelected).map(({ Name }) => Name)).toEqual(['Trade'])
    expect(await choices('1')).toEqual([])
    expect((await bench.mine.get('/api/settings/paymentsubtypes/lookup/7')).statusCode).toBe(400)
  })
})

describe('GET /api/settings/paymentsubtypes/lookup/all (lookupPaymentSubtypes)', () => {
  test('lists those of Trade before those of External', async () => {
    const { body } = await bench.good(
      'lookupPaymentSubtypes',
      bench.mine.get('/api/settings/paymentsubtypes/lookup/all'),
    )
    expect(body.map(({ Name }) => Name)).toEqual([...(await namesOf('5')), ...(await namesOf('6'))])
    expect(body.some(({ IsSelected }) => IsSelected)).toBe(false)
  })
})
