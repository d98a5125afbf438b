import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '#test/support/build-app'

/** Every save pays for each index of contacts. Name here what needs it, and what it would cost without. */
const USES: Record<string, string> = {
  contact_pkey: 'reads by id, foreign keys',
  contact_by_id: 'lists by tag, category and chapter read only indexes; without it they take 2.5 times as long',
  contact_by_name: 'order by Name, which is the default',
  contact_by_status: 'filter and order by Status, by name within',
  contact_by_type: 'filter and order by ContactType, by name within; a tenant can have few organizations',
  contact_by_city: 'filter and order by City',
  contact_by_email: 'filter and order by EmailAddress',
  contact_by_account_number: 'filter and order by AccountNumber',
  contact_by_balance: 'order by Balance and filters of it',
  contact_feed: 'the change feed, order by ModifiedDate',
  contact_words: 'free text',
  contact_by_last_name:
    'contacts that a sponsor may be, by similar names; without it each search reads all individuals',
  contact_by_first_name: 'the same for typing errors in the last name',
  contact_organization_key: 'organizations that a sponsor may be, by the beginning of their names',
  contact_organization_spelling: 'duplicates of organizations; only their rows are in it',
  contact_primary_contact: 'rows that show the name of their primary contact; acting contacts',
  contact_primary_organization: 'OrganizationContactId, the people of an organization',
  contact_image_file: 'the deletion of a file looks for contacts with it; contacts without an image cost nothing',
  contact_image_thumbnail: 'the same for thumbnails',
  contact_merged: 'a merge of a winner: its losers follow',
  contact_unmatched: 'the list of people that match no contact yet; without it each page reads all contacts',
  contact_winner: 'ids of merged contacts in requests, without a visit to the table',
}

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

it('contacts have only the indexes that are needed', async () => {
  const found = await server.database.system.$queryRaw<{ name: string }[]>`
    SELECT indexname AS name FROM pg_indexes WHERE schemaname = 'public' AND tablename = 'contact'`
  expect(found.map(({ name }) => name).sort()).toEqual(Object.keys(USES).sort())
})
