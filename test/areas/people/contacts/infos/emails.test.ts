import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, openDetails } from '#test/support/people/contact-parts'
import {
  type PartCase,
  testDeletePart,
  testListParts,
  testMakePrimary,
  testSavePart,
} from '#test/support/people/part-tests'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const emails: PartCase = {
  path: 'emails',
  list: 'listEmailsOfContact',
  save: 'saveContactEmail',
  id: 'EmailAddressId',
  made: { EmailAddress: 'Ada@Example.org', EmailAddressTypeId: 2 },
  change: { EmailStatus: 2, IsUnpublished: true },
  bad: [
    [{}, '/EmailAddress'],
    [{ EmailAddress: 'nobody' }, '/EmailAddress'],
    [{ EmailAddress: 'a@b.example', EmailAddressTypeId: 4 }, '/EmailAddressTypeId'],
    [{ EmailAddress: 'a@b.example', EmailStatus: 9 }, '/EmailStatus'],
  ],
}

describe('GET /api/contacts/{contactId}/emails (listEmailsOfContact)', () => {
  testListParts(() => bench, emails)
})

describe('POST /api/contacts/{contactId}/emails/{emailId} (saveContactEmail)', () => {
  testSavePart(() => bench, emails)

  test('returns 409 for an address that the contact has, case-insensitive, also for concurrent requests', async () => {
    const contactId = await bench.person()
    const add = (EmailAddress: string) => bench.mine.post(`/api/contacts/${contactId}/emails/0`, { EmailAddress })
    const answers = await Promise.all(['ada@x.example', 'ADA@x.example', 'Ada@X.example'].map(add))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  })
})

describe('DELETE /api/contacts/{contactId}/emails/{emailId} (deleteContactEmail)', () => {
  testDeletePart(() => bench, emails)
})

describe('POST /api/contacts/{contactId}/emails/{emailId}/primary (makeContactEmailPrimary)', () => {
  testMakePrimary(() => bench, emails, 'makeContactEmailPrimary', 'EmailAddress', 'EmailAddress', [
    'a@x.example',
    'b@x.example',
  ])
})
