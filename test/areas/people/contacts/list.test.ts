import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countQueries } from '#test/support/database/count-queries'
import { addFullPerson } from '#test/support/people/contact-records'
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

describe('GET /api/contacts (listContacts)', () => {
  test('returns the columns of the contact’s row, in the documented shape', async () => {
    const caller = await lists.server.tenant()
    const { person, at } = await addFullPerson(lists.server.database, caller.tenant.id)
    const answer = (await caller.get('/api/contacts')).json()
    expectShape('listContacts', answer)
    expect(() => expectShape('listContacts', { ...answer, Results: [{}] })).toThrow('listContacts')
    expect(idsOf(answer.Results)).toEqual([person.id, at.id])
    expect(answer.Results.find(({ ContactId }: Row) => ContactId === person.id)).toEqual({
      ImageUrl: person.imageUrl,
      ImageShortDescription: null,
      SelectionId: person.id,
      ContactId: person.id,
      OrganizationContactId: at.id,
      SystemContactTypeId: 1,
      ContactType: 'Individual',
      IsSelected: false,
      Type: null,
      Name: person.displayName,
      ContactName: 'Ada Lindqvist',
      MembershipStatusTypeId: 2,
      Status: 'Active',
      Balance: 120.5,
      PrimaryContact: null,
      Parents: 0,
      Children: 0,
      EmailStatus: 1,
      EmailAddress: 'Ada@l.example',
      Phone: '+46 8 123',
      City: 'Stockholm',
      StateProvince: null,
      CountryId: 752,
      Country: 'Sweden',
      ContactRoleCount: 2,
      Actions: ['view', 'edit', 'merge'],
      AccountNumber: 'A-1007',
      IsTenantOrgId: false,
      IsTenantStaff: false,
      SourceConnectionId: null,
      SourceTenantName: null,
    })
  })

  test('returns money with two decimals', async () => {
    expect((await lists.mine.get('/api/contacts?$top=1&$filter=Balance eq 0.5')).body).toContain('"Balance":0.50,')
  })

  test('contains no contacts that are deleted, unmatched or of another tenant', async () => {
    const { ids, TotalRecordAvailable } = await lists.page({ $top: 1000 })
    expect(sorted(ids)).toEqual(sorted(lists.many.map(({ id }) => id)))
    expect(TotalRecordAvailable).toBe('60')
  })

  test('returns fifty rows by default, and none after the end', async () => {
    expect((await lists.page({})).ids).toHaveLength(50)
    expect((await lists.page({ $skip: 60 })).ids).toEqual([])
    expect((await lists.page({ $skip: 2_147_483_647 })).TotalRecordAvailable).toBe('60')
  })
})

describe('GET /api/contacts (listContacts): $orderby', () => {
  const orders = ['Name', 'ContactId', 'City', 'EmailAddress', 'AccountNumber', 'Balance', 'Status', 'ContactType']
  orders.push('ModifiedDate', 'City desc, Name', 'balance asc,Status desc , City')

  test.each(orders.flatMap((order) => [order, `${order} desc`]))(
    '%s is the same by pages and by continuation',
    async (order) => {
      const whole = (await lists.page({ $orderby: order, $top: 1000 })).ids
      expect(whole).toHaveLength(60)
      const bySkip: number[] = []
      for (let skip = 0; skip < 60; skip += 7)
        bySkip.push(...(await lists.page({ $orderby: order, $top: 7, $skip: skip })).ids)
      expect(bySkip).toEqual(whole)
      const byLink: number[] = []
      let next: string | undefined = `/api/contacts?${new URLSearchParams({ $orderby: order, $top: '12' })}`
      while (next) {
        const answer = await lists.mine.get(next)
        byLink.push(...idsOf(answer.json().Results))
        next = nextOf(answer.headers.link)
      }
      expect(byLink).toEqual(whole)
    },
  )

  test('returns missing values first ascending and last descending', async () => {
    const empty = new Set(lists.matching(({ city }) => !city))
    const ascending = (await lists.page({ $orderby: 'City', $top: 1000 })).ids
    expect(new Set(ascending.slice(0, empty.size))).toEqual(empty)
    expect((await lists.page({ $orderby: 'City desc', $top: 1000 })).ids).toEqual([...ascending].reverse())
  })
})

test('GET /api/contacts (listContacts) runs one statement for any page and any parameters', async () => {
  const queries = [
    '$top=1',
    '$top=1000',
    '$search=ada',
    '$orderby=City&$skip=10',
    "$filter=City eq 'Oslo' and Balance gt 0",
  ]
  for (const query of queries) {
    await lists.mine.get(`/api/contacts?${query}`)
    const { queries: used } = await countQueries(lists.server.database, () => lists.mine.get(`/api/contacts?${query}`))
    expect(used, query).toEqual(['SELECT 1'])
  }
})
