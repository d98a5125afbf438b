import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'

let server: TestApp
let caller: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  caller = await server.tenant()
})
afterAll(() => server.close())

describe('messages of invalid input are sentences', () => {
  const group = (body: object) => () => caller.post('/api/groups/0', body)
  const contacts = (query: string) => () => caller.get(`/api/contacts?${query}`)
  test.each([
    ['a number for true or false', group({ Name: 'x', DisallowOptIn: 7 }), '/DisallowOptIn must be true or false.'],
    ['a list for a text', group({ Name: ['x'] }), '/Name must be a text or null.'],
    ['a text that is too long', group({ Name: 'x'.repeat(201) }), '/Name must have at most 200 characters.'],
    ['a list for the body', group([]), 'the body must be an object.'],
    ['a fraction of a page', contacts('$top=1.5'), 'query:$top must be a whole number.'],
    ['an empty page', contacts('$top=0'), 'query:$top must be at least 1.'],
    ['a parameter with other letters than digits', () => caller.get('/api/contacts/person/abc'), 'path:contactId'],
  ])('%s', async (_, send, sentence) => {
    const problem = (await send()).json()
    expect([problem.status, problem.detail]).toEqual([400, expect.stringContaining(sentence)])
  })

  it('the detail contains the first fault and the number of the others', async () => {
    const problem = (await group({ Name: 1.5, DisallowOptIn: 7, DisallowOptOut: 'no', IsMemberViewable: 0 })()).json()
    const [first] = problem.errors
    expect(problem.detail).toBe(
      `The request is not valid: ${first.pointer} ${first.message}. \`errors\` names ${problem.errors.length - 1} more fields.`,
    )
  })

  it('the detail of a broken rule contains its first fault', async () => {
    const refused = await caller.post('/api/groups/0', { Name: 'Rule', Categories: [{ CategoryItemId: 2147480000 }] })
    expect([refused.statusCode, refused.json().detail]).toEqual([
      422,
      expect.stringContaining('/Categories/0/CategoryItemId does not reference an existing'),
    ])
  })
})

describe('messages of a filter', () => {
  const message = async (filter: string): Promise<string> =>
    (await caller.get(`/api/groups?${new URLSearchParams({ Filter: filter })}`)).json().errors[0].message

  test.each([
    ['a field that does not exist', "Nmae eq 'x'", 'cannot filter by Nmae. Use GroupId, AuditId, Name,'],
    ['a misspelled field', "Nmae eq 'x'", 'Did you mean Name?'],
    ['a text without quotes', 'Name eq Board', "texts are written in single quotes: 'Board'"],
    ['a text in double quotes', 'Name eq "Board"', "texts are written in single quotes: 'Oslo'"],
    ['a comparison by a sign', "Name = 'Board'", 'write eq instead of ='],
    ['two signs', "Name != 'Board'", 'write ne instead of !='],
    ['the signs of SQL', "Name <> 'Board'", 'write ne instead of <>'],
    ['the signs of JavaScript', "Name eq 'a' && Name eq 'b'", 'write and instead of &&'],
    ['a change of case', "tolower(Name) eq 'board'", "write contains(Name, 'ada')"],
    ['an older function', "substringof('oa', Name)", "write contains(Name, 'ada')"],
    ['a part of a date', 'year(ModifiedDate) eq 2026', 'DueDate ge 2026-01-01'],
    ['like', "Name like '%oa%'", "write contains(Name, 'ada')"],
    ['is null', 'Description is null', 'write eq null or ne null'],
    ['not in', "Name not in ('a')", "not City in ('Bern', 'Basel')"],
    ['a number for a text', 'Name eq 5', "a text in single quotes, like 'Oslo'"],
    ['no field', 'and', 'expected eq'],
    ['nothing after and', "Name eq 'x' and", 'expected a field (GroupId, AuditId, Name,'],
  ])('%s', async (_, filter, wanted) => expect(await message(filter)).toContain(wanted))
})

it('a missing AuditId returns 409 that says so', async () => {
  const { GroupId } = (await caller.post('/api/groups/0', { Name: 'Versions' })).json()
  const refused = await caller.post(`/api/groups/${GroupId}`, { Name: 'Without' })
  expect(refused.json()).toMatchObject({
    status: 409,
    code: 'stale-audit-id',
    detail: 'The AuditId is missing. Send the AuditId that you read. It is now 1.',
    AuditId: 1,
  })
  const stale = await caller.post(`/api/groups/${GroupId}`, { Name: 'Stale', AuditId: 9 })
  expect(stale.json().detail).toContain('has changed since it was read')
})

it('415 says what to send', async () => {
  const refused = await caller.post('/api/groups/0', 'Name=x', { 'content-type': 'application/x-www-form-urlencoded' })
  expect([refused.statusCode, refused.json().detail]).toEqual([
    415,
    expect.stringContaining('Send JSON with Content-Type: application/json'),
  ])
})
