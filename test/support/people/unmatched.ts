import { expect } from 'vitest'
import { person } from '../events/registrations.ts'
import { type MatchingBench, openMatching } from '../events/sponsor-matching.ts'
import type { Json } from './contact-parts.ts'

type Answer = ReturnType<MatchingBench['mine']['post']>

/** Requests about people that match no contact yet. */
export interface UnmatchedBench extends MatchingBench {
  /** Registers a stranger with a new name for a free event. Returns the person, as the list shows it, and the event. */
  stranger(more?: object): Promise<Json & Stranger>
  match(personId: number, body: object): Answer
  /** Matches a person with the current version. */
  matched(person: { ContactId: number; AuditId: number }, body: object): Promise<Json>
  personRow(id: number): Promise<Json | undefined>
}

interface Stranger {
  ContactId: number
  AuditId: number
  EventId: number
  FirstName: string
  LastName: string
  EmailAddress: string
}

export const UNMATCHED = '/api/contacts/unmatched'

export const openUnmatched = async (): Promise<UnmatchedBench> => {
  const bench = await openMatching()
  const { mine, good } = bench
  const personRow: UnmatchedBench['personRow'] = async (id) => {
    const { body } = await good('listUnmatchedPeople', mine.get(`${UNMATCHED}?Filter=ContactId eq ${id}`))
    return (body.Results as Json[])[0]
  }
  const match: UnmatchedBench['match'] = (id, body) => mine.post(`${UNMATCHED}/${id}/match`, body)
  let congress: { id: number; free: number } | undefined
  return {
    ...bench,
    personRow,
    match,
    stranger: async (more = {}) => {
      congress ??= await bench.congress({ Capacity: null })
      const { id, free } = congress
      const names = { FirstName: bench.word(), LastName: bench.word() }
      const BillingInfo = { ...names, EmailAddress: `${names.FirstName}@stranger.example`.toLowerCase(), ...more }
      const cart = await bench.cart(id, { BillingInfo, Registrations: [person(free, BillingInfo)] })
      expect(await bench.submit(id, cart, { PaymentKind: 'Free', ExpectedTotal: null })).toMatchObject({ Status: 0 })
      const [registration] = await bench.registrationsOf(cart)
      const found = (await personRow(registration?.contactId ?? 0)) as Json & { ContactId: number; AuditId: number }
      return { ...found, ...BillingInfo, EventId: id }
    },
    matched: async ({ ContactId, AuditId }, body) =>
      (await good('matchUnmatchedPerson', match(ContactId, { AuditId, ...body }))).body,
  }
}
