import { expect, test } from 'vitest'
import { addressKeyOf } from '#kernel/text/mail-address'

test('addresses are compared in lower case with the domain in ASCII; what is no address stays as it is', () => {
  expect(addressKeyOf(' Ada@MÜNCHEN.example ')).toBe('ada@xn--mnchen-3ya.example')
  expect(addressKeyOf('A\u030ada@Example.ORG')).toBe('\u00e5da@example.org')
  expect(addressKeyOf('"a@b"@example.org')).toBe('"a@b"@example.org')
  expect(['Nobody', 'ada@', 'Ada@exa mple'].map(addressKeyOf)).toEqual(['nobody', 'ada@', 'ada@exa mple'])
})
