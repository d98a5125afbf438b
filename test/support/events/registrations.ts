import { expect } from 'vitest'
import type { RegistrationCaptcha } from '#contract/events/public-registration'
import type { TestAppOptions } from '../build-app.ts'
import { expectShape } from '../server/contract-shape.ts'
import { type EventsBench, openEvents } from './events.ts'
import { encodeSolution, solveCaptcha } from './solve-captcha.ts'

/** A Public response. */
interface Answer {
  Status: number
  StatusMessage: string | null
  Data: Record<string, unknown> | null
  Errors: { Pointer: string; Code: string; Message: string }[]
}

/** A part of an event: it has one of these ids. */
export interface Part {
  EventRegistrationTypeId: number
  SessionId: number
  ItemId: number
  SponsorshipTierId: number
  ExhibitorTypeId: number
}

type PartLists =
  | 'RegistrationTypes'
  | 'Sessions'
  | 'SponsorshipTiers'
  | 'ExhibitorTypes'
  | 'AdditionalItems'
  | 'Donations'

/** An event that can be registered for. */
export interface Congress {
  id: number
  AuditId: number
  /** Ids of its registration types. */
  full: number
  table: number
  members: number
  free: number
  parts: Record<PartLists, Part[]>
}

/** Requests to the public operations of events. */
export interface RegistrationsBench extends EventsBench {
  /** Posts a form as a stranger. */
  post(
    operation: 'splits' | 'validate' | 'register' | 'register_v2' | 'submit',
    id: unknown,
    payload: object,
  ): Promise<Answer>
  /** As post from an address; each post of a stranger comes from another one. */
  postFrom(
    remoteAddress: string,
    operation: 'register_v2',
    id: unknown,
    payload: object,
  ): ReturnType<EventsBench['mine']['post']>
  /** Reads an environment as a stranger, by the rest of its path. */
  environment(path: string): Promise<Answer>
  /** Solves a captcha of an event. */
  captcha(id: number): Promise<string>
  /** Creates a published event with parts of every kind. */
  congress(more?: object): Promise<Congress>
  /** Adds a member with an email address; returns its id. */
  addMember(address: string): Promise<number>
  /** Adds a registration with a status, in an order of its own. */
  addRegistration(eventId: number, typeId: number, statusId: number, seats?: number): Promise<void>
}

export const PAYER = { FirstName: 'Dana', LastName: 'Reyes', EmailAddress: 'dana@crest.example' }

/** An attendee of a form. */
export const person = (EventRegistrationTypeId: unknown, more: object = {}) => ({
  EventRegistrationTypeId,
  FirstName: 'Dana',
  LastName: 'Reyes',
  ...more,
})

/** The pointers and codes of the faults of an answer. */
export const faultsOf = ({ Errors }: Answer) => Errors.map(({ Pointer, Code }) => [Pointer, Code])

const INCLUDED_TYPE = 3
const typesOf = (priced: object) => [
  {
    Name: 'Full',
    Price: 100,
    MemberPrice: 80,
    EarlyBirdPrice: 90,
    EarlyBirdMemberPrice: 70,
    ...priced,
    EarlyBirdEnds: '2030-03-31',
    MaxPerOrder: 3,
  },
  { Name: 'Table', Price: 600, SeatsPerRegistration: 3, ...priced },
  { Name: 'Members', IsMembersOnly: true },
  { Name: 'Guest' },
]
const partsOf = (priced: object, IncludedRegistrationTypeId: unknown) => {
  const included = { IncludedSeats: 1, IncludedRegistrationTypeId, ...priced }
  const StartDate = '2030-05-02T09:00:00Z'
  const EndDate = '2030-05-02T11:00:00Z'
  return {
    Sessions: [{ Name: 'Workshop', StartDate, EndDate, Price: 12.5, ...priced }],
    SponsorshipTiers: [{ Name: 'Gold', Price: 2500, MaxQuantity: 1, ...included }],
    ExhibitorTypes: [{ Name: 'Booth', Price: 500, ...included }],
    AdditionalItems: [{ Name: 'Parking', Price: 8, MaxPerOrder: 2, ...priced }],
    Donations: [
      { Name: 'Scholarships', ...priced },
      { Name: 'Tree', Price: 25, ...priced },
    ],
    Discounts: [
      { Name: 'Students', Code: 'STUDENT', Percent: 50 },
      { Name: 'Ten off', Code: 'TEN', Amount: 10, MaxUses: 1 },
      { Name: 'Past', Code: 'PAST', Amount: 10, EndDate: '2030-02-01' },
    ],
  }
}

export const openRegistrations = async (now: () => Date, options: TestAppOptions = {}): Promise<RegistrationsBench> => {
  const bench = await openEvents({ clock: { now }, ...options })
  const { mine, server, good, save } = bench
  let made = 0
  const ok = async (url: string, body: object) => {
    const answer = await mine.post(url, body)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }
  let visitors = 0
  const nextAddress = () => `10.${++visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`
  const headers = { 'x-tenant-key': mine.tenant.key }
  const environment = async (path: string): Promise<Answer> => {
    const response = await server.app.inject({ method: 'GET', url: `/api/public/events/getenv/${path}`, headers })
    expect(response.statusCode, response.body).toBe(200)
    expectShape('getRegistrationEnvironment', response.json())
    return response.json()
  }
  return {
    ...bench,
    post: async (operation, id, payload) => {
      const response = await server.app.inject({
        method: 'POST',
        url: `/api/public/events/${operation}/${id}`,
        payload,
        headers,
        remoteAddress: nextAddress(),
      })
      expect(response.statusCode, response.body).toBe(200)
      return response.json()
    },
    postFrom: (remoteAddress, operation, id, payload) =>
      server.app.inject({
        method: 'POST',
        url: `/api/public/events/${operation}/${id}`,
        payload,
        headers,
        remoteAddress,
      }),
    environment,
    captcha: async (id) =>
      encodeSolution(solveCaptcha((await environment(`${id}`)).Data?.Captcha as NonNullable<RegistrationCaptcha>)),
    congress: async (more = {}) => {
      const priced = { SaleableItemId: await bench.saleable() }
      const { EventId, RegistrationTypes: types } = await bench.event({ RegistrationTypes: typesOf(priced) })
      const [full, table, members, free] = (types as Part[]).map((type) => type.EventRegistrationTypeId)
      const Rates = [{ Name: 'State', Percent: 8.25 }]
      const { TaxSetId } = await ok('/api/finance/taxsets/0', { Name: `Tax ${++made}`, Rates })
      const parts = partsOf(priced, [full, table, members, free][INCLUDED_TYPE])
      const sent = { AuditId: 1, Status: 'Published', TaxSetId, ...parts, ...more }
      const { body } = await good('saveEvent', save(Number(EventId), sent))
      const ids = { full, table, members, free } as Pick<Congress, 'full' | 'table' | 'members' | 'free'>
      const saved = body as unknown as Congress['parts']
      return { id: Number(EventId), AuditId: Number(body.AuditId), ...ids, parts: saved }
    },
    addMember: async (EmailAddress) => {
      const name = { FirstName: 'Mia', LastName: `Lee ${++made}`, forceSave: true }
      const { ContactId } = await ok('/api/contacts/person/0', name)
      await ok(`/api/contacts/${ContactId}/emails/0`, { Kind: 'email', EmailAddress })
      const { MembershipTypeId } = await ok('/api/membershiptypes/0', { Name: `Type ${made}` })
      const level = { Name: 'Free', Price: 0 }
      const { MembershipLevelId: LevelId } = await ok(`/api/membershiptypes/${MembershipTypeId}/levels/0`, level)
      await ok('/api/memberships/0', { ContactId, MembershipTypeId, LevelId })
      return ContactId
    },
    addRegistration: async (eventId, typeId, statusId, seats = 1) => {
      const { system } = server.database
      const tenantId = mine.tenant.id
      const heldUntil = new Date(now().getTime() + 15 * 60_000)
      const keyHash = Buffer.from(crypto.getRandomValues(new Uint8Array(32)))
      const cart = { keyHash, heldUntil, form: {}, total: 0, createdAt: now() }
      const { id: orderId } = await system.eventOrder.create({ data: { tenantId, eventId, ...cart } })
      const attendee = {
        pointer: '/Registrations/0',
        position: 1,
        registeredAt: now(),
        heldUntil: statusId === 11 ? null : heldUntil,
      }
      await system.eventRegistration.create({
        data: { tenantId, eventId, orderId, typeId, statusId, seats, ...attendee },
      })
    },
  }
}
