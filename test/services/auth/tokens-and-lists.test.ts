import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { covers, findFirstBeyond, intersectScopes, SCOPES } from '#kernel/contract/scopes'
import { isToken, makeToken, maskToken, parseTenantOfToken, type TokenPrefix } from '#kernel/crypto/api-key'
import { isListed, parseAddressList } from '#kernel/http/address-list'
import { parseTenantPart, tenantPart } from '#kernel/tenancy/tenant-part'

const prefixes = fc.constantFrom<TokenPrefix>('ghk', 'ghi', 'ghs', 'ghr', 'ghc')
const tenants = fc.option(fc.integer({ min: 1, max: 2_147_483_647 }), { nil: undefined })

describe('tokens', () => {
  test('have a checksum that detects any single error', () => {
    fc.assert(
      fc.property(prefixes, tenants, fc.nat(39), fc.constantFrom(...'0aZ_-é '), (prefix, tenant, at, wrong) => {
        const token = makeToken(prefix, tenant)
        expect(parseTenantOfToken(token)).toBe(tenant)
        expect(isToken(prefix, token)).toBe(true)
        const broken = token.slice(0, at) + wrong + token.slice(at + 1)
        expect(isToken(prefix, broken)).toBe(broken === token)
        expect(isToken(prefix, `${token}0`) || isToken(prefix, token.slice(1))).toBe(false)
      }),
    )
  })

  test('name no tenant beyond the largest id', () => {
    const beyond = makeToken('ghr', 2_147_483_648)
    expect([parseTenantOfToken(beyond), tenantPart(1_000_000)]).toEqual([undefined, 'lfls'])
    expect(['zzzzzz', '0', '01', 'A', '', 7, null].map(parseTenantPart)).toEqual(Array.from({ length: 7 }))
    expect(parseTenantPart(tenantPart(2_147_483_647))).toBe(2_147_483_647)
  })

  test('of one kind are not valid as another', () => {
    expect(isToken('ghk', makeToken('ghs'))).toBe(false)
  })

  test('show no more than four characters when masked', () => {
    const token = makeToken('ghk')
    expect(maskToken('ghk', token.slice(-4))).toBe(`ghk_••••••••${token.slice(-4)}`)
  })
})

describe('address lists', () => {
  test('contain an address in a range if and only if its leading bits are those of the range', () => {
    const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))
    const asNumber = (parts: readonly number[]) => parts.reduce((sum, part) => sum * 256 + part, 0)
    fc.assert(
      fc.property(octets, octets, fc.integer({ min: 0, max: 32 }), (network, address, bits) => {
        const size = 2 ** (32 - bits)
        const inside = Math.floor(asNumber(network) / size) === Math.floor(asNumber(address) / size)
        const list = `2001:db8::/32, ${network.join('.')}/${bits}`
        expect(isListed(list, address.join('.'))).toBe(inside)
        expect(isListed(list, `::ffff:${address.join('.')}`)).toBe(inside)
      }),
    )
  })

  test.each(['10.0.0.256', '10.0.0.0/33', 'localhost', '::g', '10.0.0.1-10.0.0.9'])('refuse %s by name', (entry) => {
    expect(() => parseAddressList(`10.0.0.1 ${entry}`)).toThrow(`"${entry}"`)
  })
})

describe('scopes', () => {
  const some = fc.uniqueArray(fc.constantFrom(...SCOPES.keys()), { maxLength: 8 })

  test('have a common part that both cover, and that contains all addresses that both cover', () => {
    fc.assert(
      fc.property(some, some, fc.constantFrom(...SCOPES.keys()), (first, second, scope) => {
        const one = new Set(first)
        const other = new Set(second)
        expect(covers(intersectScopes(one, other), scope)).toBe(covers(one, scope) && covers(other, scope))
      }),
    )
  })

  test('admin covers all scopes of a tenant, but not the platform and no unknown scope', () => {
    expect(findFirstBeyond(['contacts:read', 'webhooks:write', 'admin'], ['admin'])).toBeUndefined()
    expect(findFirstBeyond(['platform'], ['admin'])).toBe('platform')
    expect(findFirstBeyond(['contacts:eat'], ['admin'])).toBe('contacts:eat')
  })
})
