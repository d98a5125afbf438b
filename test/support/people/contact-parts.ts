import { expect } from 'vitest'
import { buildTestApp, type TestApp, type TestAppOptions, type TestCaller } from '../build-app.ts'
import { expectShape } from '../server/contract-shape.ts'

export type Json = Record<string, unknown>

/** An app with two tenants, each with a caller that has every scope. */
export interface DetailsBench {
  server: TestApp
  mine: TestCaller
  theirs: TestCaller
  person(caller?: TestCaller): Promise<number>
  organization(caller?: TestCaller): Promise<number>
  /** Expects 200 and the documented shape of the operation; returns the body and the version of the contact. */
  good(operationId: string, call: Promise<Answer>): Promise<{ body: Json & Json[]; version: number }>
  /** The row of the contact in the list. */
  row(contactId: number): Promise<Json>
  version(contactId: number): Promise<number>
}

type Answer = Awaited<ReturnType<TestCaller['get']>>

export const openDetails = async (options: TestAppOptions = {}): Promise<DetailsBench> => {
  const server = await buildTestApp(options)
  const mine = await server.tenant()
  const theirs = await server.foreignTenant()
  let made = 0
  const create = async (caller: TestCaller, kind: 'person' | 'org', body: object): Promise<number> => {
    const answer = await caller.post(`/api/contacts/${kind}/0`, { forceSave: true, ...body })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().ContactId
  }
  const row = async (contactId: number) => {
    const answer = await mine.get(`/api/contacts?$filter=${encodeURIComponent(`ContactId eq ${contactId}`)}`)
    return answer.json().Results[0] as Json
  }
  return {
    server,
    mine,
    theirs,
    row,
    person: (caller = mine) => create(caller, 'person', { FirstName: 'Ada', LastName: `Byron ${++made}` }),
    organization: (caller = mine) => create(caller, 'org', { OrganizationName: `Harbor Works ${++made}` }),
    version: async (contactId) => {
      const { auditId } = await server.database.system.contact.findFirstOrThrow({
        where: { tenantId: mine.tenant.id, id: contactId },
      })
      return auditId
    },
    good: async (operationId, call) => {
      const answer = await call
      expect(answer.statusCode, answer.body).toBe(200)
      const body = answer.json()
      expectShape(operationId, body)
      return { body, version: Number(answer.headers.etag?.replaceAll('"', '')) }
    },
  }
}

/** Returns the status of an error, with the first field that it names, or its code if it has no such field. */
export const refusal = async (call: Promise<Answer>) => {
  const answer = await call
  const { code, errors } = answer.json() as { code: string; errors?: { pointer: string }[] }
  return [answer.statusCode, errors?.[0]?.pointer ?? code]
}
