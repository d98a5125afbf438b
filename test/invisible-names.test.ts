import { afterAll, beforeAll, expect, test } from 'vitest'
import { oneLine } from '#kernel/text/one-line'
import { buildTestApp, type TestApp, type TestCaller } from './support/build-app.ts'

let server: TestApp
let caller: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  caller = await server.tenant()
})
afterAll(() => server.close())

/** A space, a zero width space, a byte order mark and a character that changes the direction of writing. */
const UNSEEN = ' \u200b\ufeff\u202e '

test('a line has no spaces at its ends, one between words, and is empty if nothing is visible', () => {
  expect(oneLine('  Board\t of   Trustees\u00a0')).toBe('Board of Trustees')
  expect(oneLine(UNSEEN)).toBe('')
  // Characters that join the parts of one sign, or the letters of Persian, are kept.
  for (const name of ['👩‍🚀 Space', 'می‌خواهم', '🏴󠁧󠁢󠁳󠁣󠁴󠁿']) expect(oneLine(name)).toBe(name)
})

test.each([
  ['/api/groups/0', { Name: UNSEEN }, '/Name'],
  ['/api/membershiptypes/0', { Name: UNSEEN }, '/Name'],
  ['/api/chapters/0/false', { ChapterName: UNSEEN }, '/ChapterName'],
  ['/api/directories/0', { Name: UNSEEN }, '/Name'],
  ['/api/contactrelationshiptypes/0', { SystemRelationshipTypeId: 1, Name: UNSEEN }, '/Name'],
  ['/api/customfields/groups/0', { CustomFieldGroupName: UNSEEN }, '/CustomFieldGroupName'],
  ['/api/task/types/0', { Name: UNSEEN }, '/Name'],
  ['/api/projects/0', { Name: UNSEEN }, '/Name'],
  ['/api/calendars/0', { Name: UNSEEN }, '/Name'],
  ['/api/help/screen', { Title: UNSEEN }, '/Title'],
  ['/api/help/screen/comments', { Text: UNSEEN }, '/Text'],
  ['/api/mail/templates/0', { Name: UNSEEN, Subject: 'News', Html: '<p>News</p>' }, '/Name'],
  ['/api/mail/templates/0', { Name: 'News', Subject: UNSEEN, Html: '<p>News</p>' }, '/Subject'],
  ['/api/contacts/person/0', { FirstName: UNSEEN, LastName: UNSEEN }, '/LastName'],
])('%s rejects an invisible name and reports its field', async (url, body, pointer) => {
  const answer = await caller.post(url, body)
  expect([400, 422], answer.body).toContain(answer.statusCode)
  expect(answer.json().errors.map((fault: { pointer: string }) => fault.pointer)).toContain(pointer)
})
