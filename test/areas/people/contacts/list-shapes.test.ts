import { describe, expect, it } from 'vitest'
import { contactColumns, contactListing, contactPageSql } from '#areas/people/contacts/contacts.listing'
import { printContinuation } from '#kernel/listing/continuation'
import { parseOrder } from '#kernel/listing/order'
import { pageSql } from '#kernel/listing/page-sql'
import { type ListInput, parseListRequest } from '#kernel/listing/request'
import type { Scope } from '#kernel/tenancy/scope'
import type { Sql } from '#prisma/internal/prismaNamespace'

const sent = (text: string) => ({ text, pointer: '' })
const cursor = (order: string, keys: string[]) => sent(printContinuation(parseOrder(order, contactListing, ''), keys))

const PLAIN: Record<string, ListInput> = {
  'the first page': {},
  'a page of 3': { take: sent('3') },
  'a page of 1,000 after 7': { take: sent('1000'), skip: sent('7') },
  'another order': { orderBy: sent('City desc'), top: sent('100') },
  'two orders': { orderBy: sent('Status, Name desc') },
  'a cursor': { continuation: cursor('Name', ['ada', '7']) },
  'a cursor of two orders': {
    orderBy: sent('Status desc, Name'),
    continuation: cursor('Status desc, Name', ['2', 'ada', '7']),
  },
}

const now = new Date('2026-03-01T10:00:00Z')
const base: object = { db: { tenantId: 5 }, chapters: null, grants: new Set(['admin']), clock: { now: () => now } }
const scopeOf = (parts: object): Scope => ({ ...base, ...parts }) as Scope
const tenant = { organizationContactId: 9, timeZone: 'UTC' }
const limit = (editable: number[]) => ({ readable: [1, 2], editable, actor: 'login:1' })
const CALLERS: Record<string, Scope> = {
  'a caller that can change contacts': scopeOf({ tenant }),
  'a caller that can only read': scopeOf({ tenant, grants: new Set(['contacts:read']) }),
  'an owner of chapters': scopeOf({ tenant, chapters: limit([1, 2]) }),
  'an owner of one chapter that reads two': scopeOf({ tenant, chapters: limit([2]) }),
}

const comparable = (statement: Sql | null) => [statement?.text.replace(/\s+/g, ' '), statement?.values]

describe('GET /api/contacts (listContacts)', () => {
  for (const [caller, scope] of Object.entries(CALLERS)) {
    for (const [page, input] of Object.entries(PLAIN)) {
      it(`sends the same statement from a shape: ${page}, for ${caller}`, () => {
        const request = parseListRequest(contactListing, input)
        const composed = pageSql(scope, contactListing, request, contactColumns(scope))
        expect(comparable(contactPageSql(scope, request))).toEqual(comparable(composed))
      })
    }
  }

  it('composes the statement of a page with a filter, a search or a field that only some requests have', () => {
    const [scope] = Object.values(CALLERS)
    if (!scope) throw new Error('no caller')
    const request = parseListRequest(contactListing, {})
    const filter = parseListRequest(contactListing, { filter: sent("City eq 'Oslo'") })
    const search = parseListRequest(contactListing, { criteria: sent('ada') })
    const byTenant = { ...request, order: [{ field: 'IsTenantOrgId', descending: false }] }
    for (const other of [filter, search, byTenant]) expect(contactPageSql(scope, other)).toBeNull()
  })
})
