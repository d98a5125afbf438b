import { expect, test } from 'vitest'
import { sealer } from '#kernel/crypto/seal'

const { seal, open } = sealer(Buffer.alloc(32, 3))

test('a sealed text is opened with its own context only', () => {
  const sealed = seal('a secret', 'webhook:1')
  expect(open(sealed, 'webhook:1')).toBe('a secret')
  expect(() => open(sealed, 'webhook:2')).toThrow()
})

test('a text with a shortened tag is rejected', () => {
  const sealed = Buffer.from(seal('', 'webhook:1'), 'base64')
  for (const length of [4, 8, 12, 15])
    expect(() => open(sealed.subarray(0, 12 + length).toString('base64'), 'webhook:1')).toThrow()
})
