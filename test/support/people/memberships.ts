import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { buildTestApp, type TestApp, type TestAppOptions, type TestCaller } from '../build-app.ts'
import { expectShape } from '../server/contract-shape.ts'

export interface MembershipJson {
  MembershipId: number
  AuditId: number
  ContactId: number
  Status: string
  IsNew: boolean
  StartDate: string | null
  ExpirationDate: string | null
  RenewalDate: string | null
  Amount: number
  Balance: number
  Level: string | null
  LevelId: number | null
  NextLevelId: number | null
  AutoRenew: boolean
  Actions: string[]
  Reason: string | null
  IsAwaitingApproval: boolean
  Terms: {
    TermId: number
    Kind: string
    StartDate: string
    EndDate: string
    EndedDate: string | null
    Months: number
    Amount: number
    InvoiceId: number | null
    ActivatedDate: string | null
    IsVoided: boolean
  }[]
  LevelChanges: { LevelId: number; Amount: number; ActivatedDate: string | null }[]
  Invoices: { InvoiceId: number; Number: number; Total: number; Balance: number; IsVoided: boolean; DueDate: string }[]
}

/** The application with a clock that the test sets, and short functions for requests about memberships. */
interface MembershipsApi {
  server: TestApp
  caller: TestCaller
  /** Noon (UTC) of a day. */
  setDay(day: string): void
  setTime(at: Date): void
  now(): Date
  person(lastName?: string): Promise<number>
  organization(name?: string): Promise<number>
  type(fields?: object): Promise<number>
  level(typeId: number, fields?: object): Promise<number>
  join(contactId: number, typeId: number, levelId: number | null, more?: object): Promise<MembershipJson>
  step(id: number, name: string, body?: object): Promise<LightMyRequestResponse>
  get(id: number): Promise<MembershipJson>
  contactStatus(contactId: number): Promise<number>
  /** Lists the events of a membership: kinds, and payloads without the ids that every event has. */
  eventsOf(membership: MembershipJson): Promise<[kind: string, payload: object][]>
}

const openMembershipsApi = async (start = '2025-01-15', options: TestAppOptions = {}): Promise<MembershipsApi> => {
  let now = new Date(`${start}T12:00:00Z`)
  const server = await buildTestApp({ clock: { now: () => now }, ...options })
  const caller = await server.tenant()
  let made = 0
  const ok = (answer: LightMyRequestResponse) => {
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
    return answer.json()
  }
  return {
    server,
    caller,
    now: () => now,
    setDay: (day) => {
      now = new Date(`${day}T12:00:00Z`)
    },
    setTime: (at) => {
      now = at
    },
    person: async (lastName = `Holder${++made}`) =>
      ok(await caller.post('/api/contacts/person/0', { FirstName: 'Ada', LastName: lastName, forceSave: true }))
        .ContactId,
    organization: async (name = `Firm ${++made}`) =>
      ok(await caller.post('/api/contacts/org/0', { OrganizationName: name, forceSave: true })).ContactId,
    type: async (fields = {}) =>
      ok(await caller.post('/api/membershiptypes/0', { Name: `Type ${++made}`, ...fields })).MembershipTypeId,
    level: async (typeId, fields = {}) =>
      ok(
        await caller.post(`/api/membershiptypes/${typeId}/levels/0`, {
          Name: `Level ${++made}`,
          Price: 120,
          ...fields,
        }),
      ).MembershipLevelId,
    join: async (ContactId, MembershipTypeId, LevelId, more = {}) =>
      ok(await caller.post('/api/memberships/0', { ContactId, MembershipTypeId, LevelId, ...more })),
    step: (id, name, body = {}) => caller.post(`/api/memberships/${id}/${name}`, body),
    get: async (id) => {
      const membership = ok(await caller.get(`/api/memberships/${id}`))
      expectShape('getMembership', membership)
      return membership
    },
    contactStatus: async (contactId) =>
      (await server.database.system.contact.findFirstOrThrow({ where: { tenantId: caller.tenant.id, id: contactId } }))
        .statusId,
    eventsOf: async ({ MembershipId, ContactId }) => {
      const where = { tenantId: caller.tenant.id, entity: 'membership', entityId: MembershipId }
      const { outboxEvent, membership } = server.database.system
      const { typeId } = await membership.findFirstOrThrow({ where: { tenantId: caller.tenant.id, id: MembershipId } })
      const events = await outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
      return events.map(({ kind, payload }) => {
        const { membershipId, contactId, membershipTypeId, ...rest } = payload as Record<string, unknown>
        expect([membershipId, contactId, membershipTypeId]).toEqual([MembershipId, ContactId, typeId])
        return [kind.replace('membership.', ''), rest]
      })
    },
  }
}

/** The same, with steps that must either succeed, or be rejected without a change. */
export interface Steps extends MembershipsApi {
  take(id: number, name: string, body?: object): Promise<MembershipJson>
  refuse(id: number, name: string, body: object, status: number, code: string): Promise<Refusal>
  /** Updates stored values to the day of the clock, as the nightly run does. */
  wake(id: number): Promise<MembershipJson>
}

interface Refusal {
  errors: { pointer: string }[]
  InvoiceId: number
}

export const openMemberships = async (start?: string, options?: TestAppOptions): Promise<Steps> => {
  const api = await openMembershipsApi(start, options)
  const take: Steps['take'] = async (id, name, body) => {
    const answer = await api.step(id, name, body)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }
  return {
    ...api,
    take,
    wake: (id) => take(id, 'autorenew', { AutoRenew: false }),
    refuse: async (id, name, body, status, code) => {
      const before = await api.get(id)
      const answer = await api.step(id, name, body)
      expect([answer.statusCode, answer.json().code], answer.body).toEqual([status, code])
      expect(await api.get(id)).toEqual(before)
      return answer.json()
    },
  }
}
