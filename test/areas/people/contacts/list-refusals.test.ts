import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countQueries } from '#test/support/database/count-queries'
import { type ManyContacts, openManyContacts } from '#test/support/people/many-contacts'

let lists: ManyContacts
beforeAll(async () => {
  lists = await openManyContacts()
})
afterAll(() => lists.server.close())

describe('GET /api/contacts (listContacts): returns 400 that names the parameter, without a statement', () => {
  const wrongOrder = Buffer.from(JSON.stringify(['City', 'Oslo', '1'])).toString('base64url')
  const forged = Buffer.from(JSON.stringify(['Name', 'x', '1); drop table contact'])).toString('base64url')
  test.each([
    ['$orderby=Secret', '$orderby'],
    ['$orderby=Name asc desc', '$orderby'],
    ['$orderby=Name,Name desc', '$orderby'],
    ['$orderby=Name;', '$orderby'],
    ['$orderby=Name,City,Balance,Status,ContactId,EmailAddress', '$orderby'],
    ['$top=0', '$top'],
    ['$top=-1', '$top'],
    ['$top=1001', '$top'],
    ['$top=ten', '$top'],
    ['$skip=-1', '$skip'],
    ['$skip=2147483648', '$skip'],
    ['$filter=Secret eq 1', '$filter'],
    ["$filter=search eq 'x'", '$filter'],
    ['$filter=Name eq 1', '$filter'],
    ["$filter=ContactId eq 'one'", '$filter'],
    ['$filter=ContactId eq 2147483648', '$filter'],
    ['$filter=ContactId eq 1.5', '$filter'],
    ['$filter=City gt null', '$filter'],
    ['$filter=City in (null)', '$filter'],
    ["$filter=contains(Balance,'1')", '$filter'],
    ['$filter=CreatedDate gt 2026-02-30', '$filter'],
    ["$filter=City eq '%00'", '$filter'],
    ['$filter=(((', '$filter'],
    ['$search=%00', '$search'],
    ['$skiptoken=abc', '$skiptoken'],
    [`$skiptoken=${wrongOrder}`, '$skiptoken'],
    [`$skiptoken=${forged}`, '$skiptoken'],
    [`$skiptoken=${wrongOrder}&$orderby=City&$skip=1`, '$skiptoken'],
  ])('%s', async (query, place) => {
    const { result, queries } = await countQueries(lists.server.database, () =>
      lists.mine.get(`/api/contacts?${query}`),
    )
    expect(result.statusCode).toBe(400)
    expect(result.json().errors[0].pointer).toBe(`query:${place}`)
    expect(queries).toEqual([])
  })

  test.each([
    [{ Take: '1001' }, '/Take'],
    [{ Take: '0' }, '/Take'],
    [{ Top: 'x' }, '/Top'],
    [{ Skip: '9999999999' }, '/Skip'],
    [{ OrderBy: 'Nothing' }, '/OrderBy'],
    [{ Filter: 'Nothing eq 1' }, '/Filter'],
    [{ BalanceBetween: '5' }, '/BalanceBetween'],
    [{ BalanceBetween: '5,1' }, '/BalanceBetween'],
    [{ CreatedDateBetween: 'soon,later' }, '/CreatedDateBetween'],
    [{ MembershipStatusTypeId: 64 }, '/MembershipStatusTypeId'],
    [{ SystemContactTypeId: 3 }, '/SystemContactTypeId'],
  ])('%j', async (body, pointer) => {
    const { result, queries } = await countQueries(lists.server.database, () => lists.mine.post('/api/contacts', body))
    expect(result.statusCode).toBe(400)
    expect(result.json().errors[0].pointer).toBe(pointer)
    expect(queries).toEqual([])
  })
})

test('GET /api/contacts (listContacts) requires a credential with contacts:read', async () => {
  const powerless = await lists.server.caller(lists.mine.tenant, ['contacts:write', 'signatures:read'])
  for (const url of [
    '/api/contacts',
    '/api/contacts/delta?modifiedSince=2026-01-01&top=1',
    '/api/contacts/lookup/types',
  ]) {
    expect((await lists.server.app.inject({ url })).statusCode).toBe(401)
    expect((await powerless.get(url)).statusCode).toBe(403)
  }
  expect((await powerless.post('/api/contacts', {})).statusCode).toBe(403)
})
