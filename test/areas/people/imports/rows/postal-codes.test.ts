import { describe, expect, test } from 'vitest'
import { completePostalCode } from '#areas/people/imports/rows/addresses.model'

describe('completePostalCode', () => {
  test.each([
    ['1067', 'DE', '01067'],
    ['501', 'US', '00501'],
    ['800', 'AU', '0800'],
    ['20457', 'DE', '20457'],
    ['7', 'DE', '7'],
    ['1067', 'AT', '1067'],
    ['110', 'NZ', '0110'],
    ['2', 'ZA', '0002'],
    ['950', 'PL', '00-950'],
    ['600001', 'JP', '0600001'],
    ['1001000', 'BR', '01001000'],
    ['1067', undefined, '1067'],
    ['1067 Dresden', 'DE', '1067 Dresden'],
  ])('makes of %s in %s the code %s', (text, country, code) => {
    expect(completePostalCode(text, country)).toBe(code)
  })
})
