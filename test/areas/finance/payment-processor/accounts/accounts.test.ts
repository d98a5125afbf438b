import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openProcessorBench, PROCESSOR, type ProcessorBench } from '#test/support/finance/payment-processor'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: ProcessorBench
beforeAll(async () => {
  bench = await openProcessorBench()
})
afterAll(() => bench.server.close())

/** The bank accounts of the sandbox by their last digits; opens the account if necessary. */
const banks = async (account = bench.account): Promise<Map<string, string>> => {
  await bench.mine.get(`${PROCESSOR}/test?accountid=${account}`)
  const rows = await bench.server.database.system.sandboxObject.findMany({
    where: { tenantId: bench.mine.tenant.id, accountUid: account, kind: 'bank' },
  })
  return new Map(rows.map(({ uid, data }) => [String((data as Json).lastFour), uid]))
}

const path = (bank: string | undefined, more = '', account = bench.account) =>
  `${PROCESSOR}/account/${account}/bankaccount/${bank}${more}`

describe('POST /api/integration/payproc/account/{accountid}/bankaccount/{bankid}/{defaultforcurrency} (setDefaultBankAccount)', () => {
  test('moves the default of the currency', async () => {
    const known = await banks()
    const { body } = await bench.good('setDefaultBankAccount', bench.mine.post(path(known.get('4321'), '/true')))
    expect(body.Content).toMatchObject({ LastFour: '4321', IsDefaultForCurrency: true, CurrencyCode: 'USD' })
    const former = await bench.mine.post(path(known.get('6789'), '/false'))
    expect(former.json().Content).toMatchObject({ LastFour: '6789', IsDefaultForCurrency: false })
    expect(await refusal(bench.mine.post(path(known.get('4321'), '/false')))).toEqual([409, 'bank-account-needed'])
    const unverified = await refusal(bench.mine.post(path(known.get('0000'), '/true')))
    expect(unverified).toEqual([422, 'bank-account-unverified'])
    expect(await refusal(bench.mine.post(path('ba_unknown', '/true')))).toEqual([404, 'not-found'])
    expect(await refusal(bench.theirs.post(path(known.get('6789'), '/true')))).toEqual([404, 'not-found'])
    await bench.mine.post(path(known.get('6789'), '/true'))
  })
})

describe('DELETE /api/integration/payproc/account/{accountid}/bankaccount/{bankid} (deleteBankAccount)', () => {
  test('removes a bank account, but neither the default nor one with a transfer under way', async () => {
    const known = await banks()
    expect(await refusal(bench.mine.delete(path(known.get('6789'))))).toEqual([409, 'bank-account-needed'])
    const { body } = await bench.good('deleteBankAccount', bench.mine.delete(path(known.get('0000'))))
    expect(body.Content).toMatchObject({ LastFour: '0000', IsDeleted: true, IsDefaultForCurrency: false })
    expect(await refusal(bench.mine.delete(path(known.get('0000'))))).toEqual([404, 'not-found'])
    await bench.charge()
    expect(await bench.bankingDay()).toMatchObject({ Amount: 96.8 })
    await bench.mine.post(path(known.get('4321'), '/true'))
    expect(await refusal(bench.mine.delete(path(known.get('6789'))))).toEqual([409, 'bank-account-needed'])
    await bench.bankingDay()
    expect((await bench.mine.delete(path(known.get('6789')))).statusCode).toBe(200)
  })
})

describe('GET /api/integration/payproc/account/{accountid}/bankaccounts (listBankAccounts)', () => {
  test('lists the bank accounts with their ids, the default first', async () => {
    const gateway = (await bench.mine.post('/api/paymentgateways/0', { Name: 'Listed' })).json()
    const url = `${PROCESSOR}/account/${gateway.GatewayAccountId}/bankaccounts`
    const { body } = await bench.good('listBankAccounts', bench.mine.get(url))
    expect(body).toMatchObject([
      { LastFour: '6789', IsDefaultForCurrency: true, IsVerified: true, Actions: [] },
      { LastFour: '4321', IsDefaultForCurrency: false, Actions: ['makeDefault', 'delete'] },
      { LastFour: '1116', IsVerified: true },
      { LastFour: '0000', IsVerified: false, Actions: ['delete'] },
    ])
    const chosen = path(String(body[1]?.BankAccountId), '/true', gateway.GatewayAccountId)
    expect((await bench.mine.post(chosen)).statusCode).toBe(200)
    expect((await bench.mine.get(url)).json()[0]).toMatchObject({ LastFour: '4321', IsDefaultForCurrency: true })
    expect(await refusal(bench.theirs.get(url))).toEqual([404, 'not-found'])
  })
})

describe('GET /api/integration/payproc/test (testPaymentProcessor)', () => {
  const read = async (query = '', caller = bench.mine): Promise<Json> => {
    const { body } = await bench.good('testPaymentProcessor', caller.get(`${PROCESSOR}/test${query}`))
    return JSON.parse(String(body.Content))
  }

  test('tests the account of the default gateway, or another one', async () => {
    const found = { AccountId: bench.account, IsReachable: true, IsTestMode: true, ChargesEnabled: true, Message: null }
    expect(await read()).toMatchObject(found)
    expect(await read(`?accountid=${bench.account}`)).toMatchObject(found)
    expect(await refusal(bench.mine.get(`${PROCESSOR}/test?accountid=acct_other`))).toEqual([404, 'not-found'])
    expect(await read('', bench.theirs)).toMatchObject({ AccountId: null, IsReachable: false })
  })
})

describe('GET /api/integration/payproc/countries (listCountries)', () => {
  test('lists the countries by name', async () => {
    const { body } = await bench.good('listCountries', bench.mine.get(`${PROCESSOR}/countries`))
    const countries = JSON.parse(String(body.Content)) as Json[]
    expect(countries.map(({ Name }) => Name)).toEqual(countries.map(({ Name }) => Name).sort())
    expect(countries).toContainEqual({
      CountryCode: 'CA',
      Name: 'Canada',
      DefaultCurrencyCode: 'CAD',
      CurrencyCodes: ['CAD', 'USD'],
    })
  })
})
