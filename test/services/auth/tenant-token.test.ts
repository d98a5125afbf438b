import { expect, test } from 'vitest'
import { sealer } from '#kernel/crypto/seal'
import { tenantTokens } from '#services/auth/tenant-token'
import { spellingsOf } from '#test/support/identity/spellings'

const ours = sealer(Buffer.alloc(32, 7))
const { make, read } = tenantTokens(ours)

test('a token begins with its tenant, and contains the values', () => {
  const token = make([1234, 'ada@x.example'], 'test')
  expect(token).toMatch(/^ya-[\w-]+$/)
  expect(token).not.toContain('ada')
  expect(read(token, 'test')).toEqual([1234, 'ada@x.example'])
})

test('rejects a token for another use, of another server, and one with the tenant of another token', () => {
  const token = make([1234, 'x'], 'test')
  const [, sealed] = token.split(/-(.*)/s)
  expect(read(token, 'other')).toBeUndefined()
  expect(tenantTokens(sealer(Buffer.alloc(32, 8))).read(token, 'test')).toBeUndefined()
  expect(read(`yb-${sealed}`, 'test')).toBeUndefined()
  for (const wrong of ['', 'x', '-', 'ya-', `ya-${sealed}0`]) expect(read(wrong, 'test'), wrong).toBeUndefined()
})

test('has one spelling', () => {
  const token = make([1234, 'ada@x.example'], 'test')
  for (const other of spellingsOf(token)) expect(read(other, 'test'), other).toBeUndefined()
})

test('accepts the tokens of earlier versions, which do not begin with the tenant', () => {
  for (let round = 0; round < 500; round++) {
    const earlier = Buffer.from(ours.seal('[1234,"x"]', 'test'), 'base64').toString('base64url')
    expect(read(earlier, 'test')).toEqual([1234, 'x'])
  }
})
