import { expect, test } from 'vitest'
import { isTenantCurrency, listTenantCurrencies } from '#kernel/money/currencies'

/** ISO 4217, list one: the codes whose minor unit has no, three or four decimals, and those that are not money to pay with. */
const WITHOUT = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ')
const WITH_MORE = 'BHD IQD JOD KWD LYD OMR TND CLF UYW'.split(' ')
const NO_MONEY = 'BOV CHE CHW COU MXV USN XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX XAD'.split(' ')

test.each([...WITHOUT, ...WITH_MORE, ...NO_MONEY, 'usd', 'US', '', 'ABC', 'EUR '])('refuses %j', (code) => {
  expect(isTenantCurrency(code)).toBe(false)
})

test('accepts every other currency in use, also those of which Intl shows no decimals', () => {
  for (const code of ['EUR', 'USD', 'HUF', 'IDR', 'COP', 'RSD', 'XCD', 'BGN'])
    expect(isTenantCurrency(code), code).toBe(true)
  const refused = new Set([...WITHOUT, ...WITH_MORE, ...NO_MONEY])
  // Countries without a currency in the list would be countries whose associations cannot use the product.
  const known = new Set(Intl.supportedValuesOf('currency'))
  const accepted = listTenantCurrencies().filter((code) => known.has(code))
  expect(accepted.length).toBeGreaterThan(130)
  expect([...known].filter((code) => !accepted.includes(code) && !refused.has(code)).length).toBeLessThan(20)
})
