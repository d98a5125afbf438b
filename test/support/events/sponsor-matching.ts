import { expect } from 'vitest'
import type { Json } from '../people/contact-parts.ts'
import { type EventSponsorsBench, type Hosted, openEventSponsors } from './event-sponsors.ts'

type Verb = 'matchbusiness' | 'matchindividual' | 'namefix'

const READS = { matchbusiness: 'getBusinessMatch', matchindividual: 'getIndividualMatch', namefix: 'getNameFix' }

/** Requests that match sponsors of events with contacts. */
export interface MatchingBench extends EventSponsorsBench {
  /** A word that no name has yet. */
  word(): string
  postMatch(verb: string, body: object): ReturnType<EventSponsorsBench['mine']['post']>
  proposal(id: number, verb: Verb): Promise<Json>
  matchOrganization(id: number, contactId: number): Promise<Json>
  matchPerson(id: number, contactId: number): Promise<Json>
  namedOrganization(name: string, address?: string): Promise<number>
  namedPerson(firstName: string, lastName: string, address?: string): Promise<number>
  history(entity: string, id: number): Promise<Json[]>
  /** The number of contacts that a search finds. */
  found(name: string): Promise<string>
  /** A sponsor whose payer is an organization that is not in lists. Returns its id and that of the organization. */
  boughtByOrganization(event: Hosted, name: string): Promise<{ id: number; hiddenId: number }>
  /** A sponsor whose two sides are matched with contacts that have other names. */
  differing(
    event: Hosted,
  ): Promise<{ id: number; organizationId: number; personId: number; name: string; entered: string; address: string }>
}

export const MATCHING = '/api/event/sponsor'

const TREES = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Ginkgo', 'Hazel', 'Iris', 'Juniper']

const email = (Value: string) => ({ Kind: 'email', Id: 0, Value, TypeId: 1, IsPrimary: true })

export const openMatching = async (): Promise<MatchingBench> => {
  const bench = await openEventSponsors()
  const { mine, server, good } = bench
  const { system } = server.database
  let made = 0
  const word = () => {
    made += 1
    const letter = (at: number) => String.fromCharCode(97 + (at % 26))
    return `${TREES[made % TREES.length]}${letter(made * 7)}${letter(made * 11)}${letter(made)}`
  }
  const create = async (kind: 'person' | 'org', body: object): Promise<number> => {
    const answer = await mine.post(`/api/contacts/${kind}/0`, { forceSave: true, ...body })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().ContactId
  }
  const postMatch = (verb: string, body: object) => mine.post(`${MATCHING}/${verb}`, body)
  const namedOrganization = (OrganizationName: string, address?: string) =>
    create('org', { OrganizationName, ContactInfos: address ? [email(address)] : [] })
  const namedPerson = (FirstName: string, LastName: string, address?: string) =>
    create('person', { FirstName, LastName, ContactList: address ? [email(address)] : [] })
  const matchOrganization = async (EventSponsorId: number, id: number) => {
    const sent = { EventSponsorId, OrganizationMatchType: 'Existing', OrganizationContactId: String(id) }
    return (await good('saveBusinessMatch', postMatch('matchbusiness', sent))).body
  }
  const matchPerson = async (EventSponsorId: number, id: number) => {
    const sent = { EventSponsorId, MatchType: 'Existing', ContactId: String(id) }
    return (await good('saveIndividualMatch', postMatch('matchindividual', sent))).body
  }
  return {
    ...bench,
    word,
    postMatch,
    namedOrganization,
    namedPerson,
    matchOrganization,
    matchPerson,
    proposal: async (id, verb) => (await good(READS[verb], mine.get(`${MATCHING}/${id}/${verb}`))).body,
    history: async (entity, entityId) => {
      const where = { tenantId: mine.tenant.id, entity, entityId }
      const rows = await system.auditEntry.findMany({ where, orderBy: { id: 'asc' } })
      return rows.map(({ changes }) => changes as Json)
    },
    found: async (name) =>
      (await mine.get(`/api/contacts?$search=${encodeURIComponent(name)}`)).json().TotalRecordAvailable,
    boughtByOrganization: async (event, OrganizationName) => {
      const attendee = { EventRegistrationTypeId: event.guest, FirstName: `Noor${word()}`, LastName: `Haddad${word()}` }
      const payer = { ContactType: '2', OrganizationName, EmailAddress: `office${word()}@x.example` }
      const sent = { SponsorshipTierId: event.gold, Attendees: [attendee] }
      const id = await bench.bought(event, sent, { ...payer, FirstName: null, LastName: null })
      const { contactId } = await system.eventSponsor.findFirstOrThrow({ where: { tenantId: mine.tenant.id, id } })
      return { id, hiddenId: contactId ?? 0 }
    },
    differing: async (event) => {
      const name = `${word()} Pottery`
      const LastName = `Reyes${word()}`
      const entered = `${name} Inc`
      const address = `new${word().toLowerCase()}@x.example`
      const sent = { SponsorName: entered, FirstName: 'Dany', LastName, EmailAddress: address }
      const { EventSponsorId: id } = await bench.sponsor(event, sent)
      const organizationId = await namedOrganization(name)
      const personId = await namedPerson('Dana', LastName, `old${word().toLowerCase()}@x.example`)
      await matchOrganization(id, organizationId)
      await matchPerson(id, personId)
      return { id, organizationId, personId, name, entered, address }
    },
  }
}
