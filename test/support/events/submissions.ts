import { expect } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '../build-app.ts'
import { addMember, type MemberTokens, memberTokens, type TestMember } from '../people/members.ts'

export const CLEANUP = {
  Title: 'Harbor cleanup',
  Start: '2027-04-24T09:00:00',
  End: '2027-04-24T12:00:00',
  TimeZone: 'UTC',
}
export const JO = { SubmitterName: 'Jo Lind', SubmitterEmail: 'Jo.Lind@example.org' }

export const PUBLIC = { IsPublicViewable: true, AllowPublicSubmission: true }
export const MEMBERS = { IsMemberViewable: true, AllowMemberSubmission: true }

/** A tenant with a signed-in member, and short functions for proposals. */
export interface Submissions {
  server: TestApp
  admin: TestCaller
  one: TestMember
  /** The tokens of `one`. */
  member: MemberTokens
  addCalendar(settings: object): Promise<number>
  /** Proposes an item without a credential. */
  submit(calendar: number, body: object, headers?: Record<string, string>): ReturnType<TestCaller['get']>
  /** The same, successfully. */
  propose(calendar: number, body?: object): Promise<{ SubmissionId: number }>
  itemsOf(calendar: number): Promise<{ CalendarItemId: number }[]>
}

export const openSubmissions = async (): Promise<Submissions> => {
  const server = await buildTestApp()
  const admin = await server.tenant()
  const one = await addMember(admin)
  const member = await memberTokens(server, admin, one)
  let made = 0
  const submit: Submissions['submit'] = (calendar, body, headers = {}) =>
    server.app.inject({
      method: 'POST',
      url: `/api/public/calendars/${calendar}/submissions`,
      payload: JSON.stringify(body),
      headers: { 'x-tenant-key': admin.tenant.key, 'content-type': 'application/json', ...headers },
    })
  return {
    server,
    admin,
    one,
    member,
    submit,
    addCalendar: async (settings) => {
      const saved = await admin.post('/api/calendars/0', { Name: `Open ${made++}`, ...settings })
      expect(saved.statusCode, saved.body).toBe(200)
      return saved.json().CalendarId
    },
    propose: async (calendar, body = {}) => {
      const answer = await submit(calendar, { ...CLEANUP, ...JO, ...body })
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json()
    },
    itemsOf: async (calendar) => (await admin.get(`/api/calendars/${calendar}/items`)).json().Results,
  }
}
