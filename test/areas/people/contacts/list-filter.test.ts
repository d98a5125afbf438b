import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Contact } from '#prisma/client'
import { addPerson } from '#test/support/people/contact-rows'
import {
  idsOf,
  type ManyContacts,
  nextOf,
  openManyContacts,
  type Row,
  sorted,
} from '#test/support/people/many-contacts'
import { expectShape } from '#test/support/server/contract-shape'

let lists: ManyContacts
beforeAll(async () => {
  lists = await openManyContacts()
})
afterAll(() => lists.server.close())

describe('GET /api/contacts (listContacts): $filter', () => {
  test.each<[string, (contact: Contact) => boolean]>([
    ['MembershipStatusTypeId eq 2', ({ statusId }) => statusId === 2],
    [
      'MembershipStatusTypeId in (2, 4) and SystemContactTypeId ne 1',
      (c) => [2, 4].includes(c.statusId) && c.systemTypeId === 2,
    ],
    ['not (MembershipStatusTypeId gt 2 or SystemContactTypeId eq 2)', (c) => c.statusId <= 2 && c.systemTypeId === 1],
    ["City eq 'Oslo'", ({ city }) => city === 'Oslo'],
    ["City ne 'Oslo'", ({ city }) => city !== 'Oslo'],
    ["not (City eq 'Oslo')", ({ city }) => city !== 'Oslo'],
    ["City eq ''", ({ city }) => city === ''],
    ['City eq null', ({ city }) => city === null],
    ['City ne null', ({ city }) => city !== null],
    ["City in ('Oslo', 'Åre')", ({ city }) => city === 'Oslo' || city === 'Åre'],
    ["not (City in ('Oslo', ''))", ({ city }) => city !== 'Oslo' && city !== ''],
    ["City gt 'Oslo'", ({ city }) => city !== null && city > 'Oslo'],
    ["City lt 'Oslo'", ({ city }) => city !== null && city < 'Oslo'],
    ["contains(City, 'SL')", ({ city }) => city?.toLowerCase() === 'oslo'],
    ["not contains(City, 'sl')", ({ city }) => city?.toLowerCase() !== 'oslo'],
    [
      "startswith(City, 'å') or endswith(EmailAddress, '3@EXAMPLE.ORG')",
      (c) => c.city === 'Åre' || c.emailAddress === 'p3@example.org',
    ],
    ["contains(City, '%')", () => false],
    ["startswith(SortName, 'NÁME, 3')", ({ sortName }) => sortName === 'name 3'],
    ["not startswith(SortName, 'name')", () => false],
    ["startswith(SortName, '')", () => true],
    ["SortName eq 'Name 3' or endswith(SortName, '-5')", ({ sortName }) => ['name 3', 'name 5'].includes(sortName)],
    ["SortName in ('Name 1', 'Náme 2')", ({ sortName }) => ['name 1', 'name 2'].includes(sortName)],
    ['Balance ge 1.5', ({ balance }) => balance.gte(1.5)],
    ['Balance eq -0.50', ({ balance }) => balance.eq(-0.5)],
    ['Balance in (0.5, 1.5)', ({ balance }) => balance.eq(0.5) || balance.eq(1.5)],
    ['IsTenantStaff eq true', () => false],
    ['ModifiedDate gt 2000-01-01', () => true],
    ['ModifiedDate le 2000-01-01T00:00:00.5+02:00', () => false],
    ['not (CreatedDate eq 2000-01-01)', () => true],
  ])('%s returns only matching contacts, and counts them', async (filter, test) => {
    const { ids, TotalRecordAvailable } = await lists.page({ $filter: filter, $top: 1000 })
    const wanted = lists.matching(test)
    expect(sorted(ids)).toEqual(sorted(wanted))
    expect(TotalRecordAvailable).toBe(String(wanted.length))
  })

  test('returns the conditions that it applied', async () => {
    const { CriteriaItems } = await lists.page({ $filter: "City eq 'Oslo' and (Balance gt 0 or Balance lt 0)" })
    expect(CriteriaItems).toEqual([
      { Field: 'City', Operator: 'eq', Value: 'Oslo' },
      { Field: null, Operator: 'or', Value: 'Balance gt 0 or Balance lt 0' },
    ])
  })

  test('continues after a page with the same filter', async () => {
    const first = await lists.page({ $filter: 'MembershipStatusTypeId eq 2', $top: 15 })
    const rest = (await lists.mine.get(first.next ?? '')).json()
    expect(rest.Results).toHaveLength(5)
    expect(rest.TotalRecordAvailable).toBe('20')
  })
})

describe('GET /api/contacts (listContacts): $search', () => {
  const isAda = (id: number) => lists.many.some((contact) => contact.id === id && contact.systemTypeId === 1)

  test('finds the start of words, without regard to case and accents, and requires all words', async () => {
    const { id } = await addPerson(lists.server.database, lists.mine.tenant.id, {
      firstName: 'Zoë',
      lastName: 'Quillfeather',
    })
    for (const text of ['zoe quill', 'QUILL ZOË', 'quillfeather']) {
      const found = await lists.page({ $search: text })
      expect([found.ids, found.TotalRecordAvailable, found.Criteria]).toEqual([[id], '1', text])
    }
    expect((await lists.page({ $search: 'zoe nobody' })).TotalRecordAvailable).toBe('0')
    expect((await lists.page({ $search: '&|!()' })).ids).toEqual([])
    expect((await lists.page({ $search: 'zoe', $filter: 'SystemContactTypeId eq 2' })).TotalRecordAvailable).toBe('0')
    await lists.server.database.system.contact.deleteMany({ where: { tenantId: lists.mine.tenant.id, id } })
  })

  test.each(['Name', 'City desc', 'Balance', 'Status desc', 'ContactType', 'EmailAddress', 'ModifiedDate desc'])(
    'gives what is found in the order of %s, by pages and by continuation, under a filter or not',
    async (order) => {
      for (const filter of ['', 'MembershipStatusTypeId eq 2', 'Balance gt 0']) {
        const asked = { $orderby: order, ...(filter && { $filter: filter }) }
        const wanted = (await lists.page({ ...asked, $top: 1000 })).ids.filter((id) => isAda(id))
        const found = await lists.page({ ...asked, $search: 'ada', $top: 10 })
        expect(found.TotalRecordAvailable).toBe(String(wanted.length))
        const rest = found.next ? idsOf((await lists.mine.get(found.next)).json().Results) : []
        const skipped = (await lists.page({ ...asked, $search: 'ada', $skip: 10, $top: 10 })).ids
        expect([...found.ids, ...rest]).toEqual(wanted.slice(0, 20))
        expect(skipped).toEqual(rest)
      }
    },
  )
})

describe('POST /api/contacts (queryContacts)', () => {
  test('combines fields by and, and reads every bit of the status', async () => {
    const body = { Take: 5, Top: '9', OrderBy: 'Balance desc', MembershipStatusTypeId: 6, BalanceBetween: '-1,1' }
    const answer = await lists.mine.post('/api/contacts', body)
    expectShape('queryContacts', answer.json())
    const wanted = lists.matching((c) => [2, 4].includes(c.statusId) && c.balance.gte(-1) && c.balance.lte(1))
    expect(answer.json().TotalRecordAvailable).toBe(String(wanted.length))
    expect(answer.json().Results).toHaveLength(5)
    expect(answer.json().CriteriaItems).toEqual([
      { Field: 'MembershipStatusTypeId', Operator: 'in', Value: '2, 4' },
      { Field: 'BalanceBetween', Operator: 'between', Value: '-1,1' },
    ])
  })

  test('reads ranges of days in the time zone of the tenant', async () => {
    const caller = await lists.server.tenant()
    const { database } = lists.server
    await database.system.tenant.update({ where: { id: caller.tenant.id }, data: { timeZone: 'Pacific/Auckland' } })
    const again = await lists.server.caller({ ...caller.tenant, timeZone: 'Pacific/Auckland' }, ['admin'])
    const at = (time: string) => addPerson(database, caller.tenant.id, { createdAt: new Date(time) })
    // Auckland is 13 hours ahead in January.
    const [before, first, last, after] = await Promise.all(
      ['2026-01-09T10:59:59Z', '2026-01-09T11:00:00Z', '2026-01-11T10:59:59.999Z', '2026-01-11T11:00:00Z'].map(at),
    )
    const found = async (CreatedDateBetween: string) =>
      sorted(
        (await again.post('/api/contacts', { CreatedDateBetween })).json().Results.map((row: Row) => row.ContactId),
      )
    expect(await found('2026-01-10,2026-01-11')).toEqual(sorted([first?.id ?? 0, last?.id ?? 0]))
    expect(await found(',2026-01-09')).toEqual([before?.id])
    expect(await found('2026-01-12T00:00:00+13:00,')).toEqual([after?.id])
    expect(await found(' , ')).toHaveLength(4)
  })

  test('continues by SkipToken, and by the URL in Link, under the same conditions', async () => {
    const body = {
      OrderBy: 'Status',
      Take: '25',
      BalanceBetween: '-2,',
      MembershipStatusTypeId: 31,
      Filter: 'not (Balance gt 2)',
    }
    const first = await lists.mine.post('/api/contacts', body)
    const SkipToken = new URL(/<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '', 'http://x').searchParams.get(
      '$skiptoken',
    )
    const second = (await lists.mine.post('/api/contacts', { ...body, SkipToken })).json()
    const ids = idsOf([...first.json().Results, ...second.Results])
    expect((await lists.mine.get(nextOf(first.headers.link) ?? '')).json().Results).toEqual(second.Results)
    expect(ids).toEqual(
      (await lists.page({ $orderby: 'Status', $top: 1000, $filter: 'Balance ge -2 and Balance le 2' })).ids,
    )
  })
})
