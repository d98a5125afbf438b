import { expect, test } from 'vitest'
import { alpha3Codes, makeCountryNames } from '#areas/people/contacts/countries/country-names.model'

/** By invented numbers: the codes are what this is about. */
const countries = new Map(
  [...alpha3Codes.keys()].map((alpha2, index) => [10_000 + index, { alpha2, name: `Land ${alpha2}` }]),
)
const find = makeCountryNames(countries, 'en')

test('knows a code of three letters for each code of two, and each once', () => {
  expect(alpha3Codes.size).toBe(249)
  expect(new Set(alpha3Codes.values()).size).toBe(249)
  for (const [alpha2, alpha3] of alpha3Codes) expect(find(alpha3)?.alpha2).toBe(alpha2)
})

test.each([
  ['USA', 'US'],
  ['DEU', 'DE'],
  ['CHE', 'CH'],
  ['GBR', 'GB'],
  ['ZAF', 'ZA'],
  ['Österreich', 'AT'],
  ['UK', 'GB'],
  ['The Netherlands', 'NL'],
  ['Deutschland', 'DE'],
])('finds %s', (text, alpha2) => expect(find(text)?.alpha2).toBe(alpha2))

test.each(['Atlantis', '', 'XX', '99999'])('finds no country by "%s"', (text) => expect(find(text)).toBeNull())
