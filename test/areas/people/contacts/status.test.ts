import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { contactsApi } from '#test/support/people/contacts'

let test: TestApp
let api: ReturnType<typeof contactsApi>
beforeAll(async () => {
  test = await buildTestApp()
  api = contactsApi(await test.tenant())
})
afterAll(() => test.close())

describe('POST /api/contacts/{contactId}/status (setContactStatus)', () => {
  it('sets a status by hand and returns it to the memberships', async () => {
    const org = await api.org({ OrganizationName: 'Courted', MembershipStatusTypeId: 4 })
    expect((await api.rows()).get(org.ContactId)?.Status).toBe('Courtesy')
    const url = `/api/contacts/${org.ContactId}/status`
    const state = await api.good(api.caller.post(url, { AuditId: 1, MembershipStatusTypeId: null }))
    expect(state).toEqual({
      ContactId: org.ContactId,
      AuditId: 2,
      MembershipStatusTypeId: 8,
      Status: 'NonMember',
      IsStatusManual: false,
      ManualStatusTypeId: null,
      IsDeleted: false,
    })
    for (const status of [2, 32, 5, '4', undefined]) {
      const refused = await api.caller.post(url, { AuditId: 2, MembershipStatusTypeId: status })
      expect(refused.statusCode, String(status)).toBe(400)
    }
  })
})
