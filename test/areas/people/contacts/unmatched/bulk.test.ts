import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Json, refusal } from '#test/support/people/contact-parts'
import { openUnmatched, UNMATCHED, type UnmatchedBench } from '#test/support/people/unmatched'

let bench: UnmatchedBench
beforeAll(async () => {
  bench = await openUnmatched()
})
afterAll(() => bench.server.close())

const MATCH = `${UNMATCHED}/match`
const PREVIEW = `${UNMATCHED}/preview`
type Entered = Awaited<ReturnType<UnmatchedBench['stranger']>>

const send = async (operation: string, url: string, body: object) =>
  (await bench.good(operation, bench.mine.post(url, body))).body
const preview = (body: object) => send('previewUnmatchedMatches', PREVIEW, body)
const perform = (body: object) => send('matchUnmatchedPeople', MATCH, body)
/** The outcomes of some people, in their order. */
const outcomesOf = (report: Json, people: readonly Entered[]) =>
  people.map(({ ContactId }) => {
    const found = (report.Results as Json[]).find(({ PersonContactId }) => PersonContactId === ContactId)
    return [found?.Outcome, found?.Reason]
  })
const same = ({ FirstName, LastName, EmailAddress }: Entered) => bench.namedPerson(FirstName, LastName, EmailAddress)

describe('POST /api/contacts/unmatched/preview (previewUnmatchedMatches)', () => {
  test('reports what stays open, and changes nothing', async () => {
    const one = await bench.stranger()
    await same(one)
    await same(one)
    const report = await preview({ After: one.ContactId - 1, Take: 1 })
    expect(report).toMatchObject({ ExistingCount: 0, NewCount: 0, OpenCount: 1, Next: one.ContactId })
    expect(outcomesOf(report, [one])).toEqual([['Open', 'SeveralContacts']])
    expect(await bench.personRow(one.ContactId)).toMatchObject({ AuditId: one.AuditId })
  })
})

describe('POST /api/contacts/unmatched/match (matchUnmatchedPeople)', () => {
  test('merges people that are exactly one contact, as the preview says, and reports the others', async () => {
    const people = [await bench.stranger(), await bench.stranger(), await bench.stranger(), await bench.stranger()]
    const [exact, twice, similar, none] = people as [Entered, Entered, Entered, Entered]
    const contactId = await same(exact)
    await same(twice)
    await same(twice)
    await bench.namedPerson(similar.FirstName, similar.LastName)
    const After = exact.ContactId - 1
    const expected = [
      ['Existing', null],
      ['Open', 'SeveralContacts'],
      ['Open', 'NoExactMatch'],
      ['Open', 'NoExactMatch'],
    ]
    const dry = await preview({ After })
    expect(outcomesOf(dry, people)).toEqual(expected)
    expect(dry).toMatchObject({ ExistingCount: 1, NewCount: 0, OpenCount: 3, Next: null })
    expect(await bench.personRow(exact.ContactId)).toBeDefined()
    const others = outcomesOf(await preview({ After, TakesInOthers: true }), [similar, none])
    expect(others).toEqual([
      ['Open', 'PossibleDuplicate'],
      ['New', null],
    ])
    expect(await perform({ After })).toEqual(dry)
    expect(await bench.personRow(exact.ContactId)).toBeUndefined()
    const where = { tenantId: bench.mine.tenant.id, contactId }
    expect(await bench.server.database.system.eventRegistration.count({ where })).toBe(1)
    expect(outcomesOf(await perform({ After, TakesInOthers: true }), [twice, similar, none])).toEqual([
      ['Open', 'SeveralContacts'],
      ...others,
    ])
    expect(await bench.found(none.EmailAddress)).toBe('1')
    expect(await perform({ After })).toMatchObject({ ExistingCount: 0, OpenCount: 2 })
  })

  test('works in pages, and continues after the last person', async () => {
    const people = [await bench.stranger(), await bench.stranger()]
    const [first, second] = people as [Entered, Entered]
    for (const one of people) await same(one)
    const page = await perform({ After: first.ContactId - 1, Take: 1 })
    expect(page).toMatchObject({ ExistingCount: 1, Next: first.ContactId, Results: [{ Name: first.Name }] })
    expect(await perform({ After: page.Next, Take: 1 })).toMatchObject({
      ExistingCount: 1,
      Results: [{ PersonContactId: second.ContactId }],
    })
  })

  test('with Until matches only the people that a preview has shown', async () => {
    const people = [await bench.stranger(), await bench.stranger()]
    const [shown, later] = people as [Entered, Entered]
    for (const one of people) await same(one)
    const window = { After: shown.ContactId - 1, Until: shown.ContactId }
    expect(await preview(window)).toMatchObject({ ExistingCount: 1, Next: null, Results: [{ Name: shown.Name }] })
    for (const ExistingCount of [1, 0]) expect(await perform(window)).toMatchObject({ ExistingCount, Next: null })
    expect(await bench.personRow(later.ContactId)).toBeDefined()
    expect(await preview({ After: later.ContactId - 1, Until: 0 })).toMatchObject({ ExistingCount: 1 })
  })

  test('two requests at once match each person once', async () => {
    const one = await bench.stranger()
    const contactId = await same(one)
    const body = { After: one.ContactId - 1 }
    const reports = await Promise.all([perform(body), perform(body)])
    const outcomes = reports.map((report) => outcomesOf(report, [one])[0]?.[0])
    expect(outcomes.filter((outcome) => outcome === 'Existing')).toHaveLength(1)
    const where = { tenantId: bench.mine.tenant.id, contactId: { in: [contactId, one.ContactId] } }
    const moved = await bench.server.database.system.eventRegistration.findMany({ where })
    expect(moved.map((row) => row.contactId)).toEqual([contactId])
  })

  test('a rule that refuses one match leaves the others', async () => {
    const people = [await bench.stranger(), await bench.stranger()]
    const [refused, fine] = people as [Entered, Entered]
    const contactId = await same(refused)
    await same(fine)
    const tenantId = bench.mine.tenant.id
    const phones = Array.from({ length: 100 }, (_, at) => ({ tenantId, contactId, number: `555 ${at}` }))
    await bench.server.database.system.contactPhone.createMany({ data: phones })
    await bench.server.database.system.contactPhone.create({
      data: { tenantId, contactId: refused.ContactId, number: '556 1' },
    })
    const report = await perform({ After: refused.ContactId - 1 })
    expect(outcomesOf(report, people)).toEqual([
      ['Open', 'Refused'],
      ['Existing', null],
    ])
    expect(await bench.personRow(refused.ContactId)).toBeDefined()
  })

  test('refuses bad input, no credential and a missing scope, and sees no other tenant', async () => {
    const one = await bench.stranger()
    expect(await refusal(bench.mine.post(MATCH, { Take: 51 }))).toEqual([400, '/Take'])
    expect(await refusal(bench.mine.post(PREVIEW, { After: -1 }))).toEqual([400, '/After'])
    const reader = await bench.server.caller(bench.mine.tenant, ['contacts:read'])
    expect(await refusal(reader.post(MATCH, {}))).toEqual([403, 'insufficient-scope'])
    expect((await reader.post(PREVIEW, {})).statusCode).toBe(200)
    const other = await bench.server.caller(bench.mine.tenant, ['events:read'])
    expect(await refusal(other.post(PREVIEW, {}))).toEqual([403, 'insufficient-scope'])
    for (const url of [MATCH, PREVIEW])
      expect((await bench.server.app.inject({ method: 'POST', url, payload: {} })).statusCode).toBe(401)
    const theirs = (await bench.theirs.post(MATCH, { TakesInOthers: true })).json()
    expect(outcomesOf(theirs, [one])).toEqual([[undefined, undefined]])
    expect(await bench.personRow(one.ContactId)).toBeDefined()
  })
})
