import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MatchingBench, openMatching, MATCHING as URL } from '#test/support/events/sponsor-matching'
import { refusal } from '#test/support/people/contact-parts'

let bench: MatchingBench
beforeAll(async () => {
  bench = await openMatching()
})
afterAll(() => bench.server.close())

const post = (verb: string, body: object) => bench.postMatch(verb, body)

describe('GET /api/event/sponsor/{eventsponsorid}/matchindividual (getIndividualMatch)', () => {
  test('proposes the individual by name and address, also with a nickname', async () => {
    const event = await bench.hosted()
    const last = `Reyes${bench.word()}`
    const ContactId = await bench.namedPerson('Robert', last, `bob@crest.example`)
    const sent = { FirstName: 'Bob', LastName: last, EmailAddress: `bob@crest.example` }
    const { EventSponsorId: id } = await bench.sponsor(event, sent)
    expect(await bench.proposal(id, 'matchindividual')).toMatchObject({
      FirstName: 'Bob',
      LastName: last,
      ContactInCRM: false,
      MatchType: 'Existing',
      ContactId: String(ContactId),
      PotentialMatches: [{ ContactId, IsSuggested: true }],
    })
    await bench.matchPerson(id, ContactId)
    expect(await bench.proposal(id, 'matchindividual')).toMatchObject({
      ContactInCRM: true,
      PotentialMatches: [],
      HasContactFieldChanges: true,
    })
  })

  test('returns 404 for another tenant and an unknown sponsor', async () => {
    const { EventSponsorId: id } = await bench.sponsor(await bench.hosted())
    expect(await refusal(bench.theirs.get(`${URL}/${id}/matchindividual`))).toEqual([404, 'not-found'])
    expect(await refusal(bench.mine.get(`${URL}/2000000000/matchindividual`))).toEqual([404, 'not-found'])
  })
})

describe('POST /api/event/sponsor/matchindividual (saveIndividualMatch)', () => {
  test('matches both sides in one request, and the registration follows', async () => {
    const event = await bench.hosted()
    const person = { FirstName: `Noor${bench.word()}`, LastName: `Haddad${bench.word()}` }
    const Attendees = [{ EventRegistrationTypeId: event.guest, ...person }]
    const id = await bench.bought(event, { SponsorshipTierId: event.gold, Attendees })
    const organizationId = await bench.namedOrganization(`${bench.word()} Mills`)
    const personId = await bench.namedPerson(person.FirstName, person.LastName)
    const sent = {
      EventSponsorId: id,
      MatchType: 'Existing',
      ContactId: String(personId),
      OrganizationMatchType: 'Existing',
      OrganizationContactId: String(organizationId),
    }
    const { body } = await bench.good('saveIndividualMatch', post('matchindividual', sent))
    expect(body).toMatchObject({
      ContactId: organizationId,
      MatchingStatus: 'NamesDiffer',
      ContactActions: ['viewContact', 'viewOrganization'],
    })
    const registration = (
      await bench.mine.get(`/api/events/${event.eventId}/registrations/${body.RegistrationId}`)
    ).json()
    expect(registration.ContactId).toBe(personId)
    expect((await bench.history('contact', personId)).at(-1)).toMatchObject({
      eventSponsors: { eventSponsorId: id },
    })
  })

  test('New makes an individual of what was entered, and None leaves the person outside', async () => {
    const event = await bench.hosted()
    const sent = {
      FirstName: `Ines${bench.word()}`,
      LastName: `Okafor${bench.word()}`,
      EmailAddress: `ines@x.example`,
      SponsorName: null,
    }
    const { EventSponsorId: id } = await bench.sponsor(event, sent)
    const { body } = await bench.good(
      'saveIndividualMatch',
      post('matchindividual', { EventSponsorId: id, MatchType: 'New' }),
    )
    expect(await bench.contact(Number(body.ContactId))).toMatchObject({
      firstName: sent.FirstName,
      emailAddress: sent.EmailAddress,
      isUnmatched: false,
    })
    expect(body).toMatchObject({ MatchingStatus: 'Matched', PostActions: [] })
    const { body: none } = await bench.good(
      'saveIndividualMatch',
      post('matchindividual', { EventSponsorId: id, MatchType: 'None' }),
    )
    expect(none).toMatchObject({ ContactId: 0, MatchingStatus: 'Unmatched', PostActions: [] })
  })

  test('refuses an organization, a likely duplicate and another tenant', async () => {
    const event = await bench.hosted()
    const last = `Quill${bench.word()}`
    const { EventSponsorId: id } = await bench.sponsor(event, { FirstName: 'Mara', LastName: last })
    await bench.namedPerson('Mara', last)
    const sent = { EventSponsorId: id, MatchType: 'Existing', ContactId: String(await bench.organization()) }
    expect(await refusal(post('matchindividual', sent))).toEqual([422, '/ContactId'])
    expect(await refusal(post('matchindividual', { EventSponsorId: id, MatchType: 'New' }))).toEqual([
      409,
      'possible-duplicate',
    ])
    const none = { EventSponsorId: id, MatchType: 'None' }
    expect(await refusal(bench.theirs.post(`${URL}/matchindividual`, none))).toEqual([404, 'not-found'])
    await bench.perform(event, id, 'decline')
    expect(await refusal(post('matchindividual', none))).toEqual([409, 'sponsor-state'])
    const organization = { EventSponsorId: id, OrganizationMatchType: 'None' }
    expect(await refusal(post('matchbusiness', organization))).toEqual([409, 'sponsor-state'])
  })
})
