import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MatchingBench, openMatching, MATCHING as URL } from '#test/support/events/sponsor-matching'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: MatchingBench
beforeAll(async () => {
  bench = await openMatching()
})
afterAll(() => bench.server.close())

const post = (verb: string, body: object) => bench.postMatch(verb, body)

describe('GET /api/event/sponsor/{eventsponsorid}/namefix (getNameFix)', () => {
  test('returns each field that differs, and none for a sponsor that is not matched', async () => {
    const event = await bench.hosted()
    const { id, organizationId, personId, name, entered, address } = await bench.differing(event)
    const { PotentialRecordUpdates } = await bench.proposal(id, 'namefix')
    expect(PotentialRecordUpdates).toMatchObject([
      {
        ContactId: organizationId,
        Field: 'OrganizationName',
        Current: name,
        Entered: entered,
        IsSelected: true,
      },
      { ContactId: personId, Field: 'FirstName', Current: 'Dana', Entered: 'Dany' },
      { ContactId: personId, Field: 'EmailAddress', Entered: address },
    ])
    const { EventSponsorId: unmatched } = await bench.sponsor(event)
    expect(await bench.proposal(unmatched, 'namefix')).toMatchObject({ PotentialRecordUpdates: [] })
    expect(await refusal(bench.theirs.get(`${URL}/${id}/namefix`))).toEqual([404, 'not-found'])
  })
})

describe('POST /api/event/sponsor/namefix (saveNameFix)', () => {
  test('KeepContact writes the names of the contacts to what was entered', async () => {
    const event = await bench.hosted()
    const { id, name } = await bench.differing(event)
    const { body } = await bench.good(
      'saveNameFix',
      post('namefix', { EventSponsorId: id, ContactUpdateTypeOption: 'KeepContact' }),
    )
    expect(body).toMatchObject({ MatchingStatus: 'Matched', PostActions: ['createContactRole'] })
    expect(await bench.details(event, id)).toMatchObject({ SponsorName: name, FirstName: 'Dana' })
    expect((await bench.history('eventsponsor', id)).at(-1)).toMatchObject({
      settled: ['OrganizationName', 'FirstName', 'EmailAddress'],
    })
  })

  test('never replaces what was entered by what the contact lacks', async () => {
    const event = await bench.hosted()
    const FirstName = 'Mara'
    const LastName = `Quill${bench.word()}`
    const { EventSponsorId: id } = await bench.sponsor(event, { FirstName, LastName, MiddleName: 'Ann' })
    await bench.matchPerson(id, await bench.namedPerson('Maria', LastName))
    const names = { EventSponsorId: id, ContactUpdateTypeOption: 'KeepContact' }
    const { body } = await bench.good('saveNameFix', post('namefix', names))
    expect(await bench.details(event, id)).toMatchObject({ FirstName: 'Maria', MiddleName: 'Ann', LastName })
    const { body: again } = await bench.good('saveNameFix', post('namefix', names))
    expect(again.AuditId).toBe(body.AuditId)
  })

  test('UpdateContact writes the ticked differences to the contacts, once', async () => {
    const event = await bench.hosted()
    const { id, organizationId, personId, name, address } = await bench.differing(event)
    const { PotentialRecordUpdates } = await bench.proposal(id, 'namefix')
    const updates = (PotentialRecordUpdates as Json[]).map((one) => ({
      ...one,
      IsSelected: one.Field !== 'OrganizationName',
    }))
    const request = { EventSponsorId: id, ContactUpdateTypeOption: 'UpdateContact', PotentialRecordUpdates: updates }
    const { body } = await bench.good('saveNameFix', post('namefix', request))
    expect(body).toMatchObject({ MatchingStatus: 'Matched', SponsorName: name })
    expect(await bench.contact(personId)).toMatchObject({ firstName: 'Dany', emailAddress: address })
    expect(await bench.contact(organizationId)).toMatchObject({ organizationName: name })
    const version = await bench.version(personId)
    const { body: again } = await bench.good('saveNameFix', post('namefix', request))
    expect([again.AuditId, await bench.version(personId)]).toEqual([body.AuditId, version])
  })

  test('NewContact makes contacts of what was entered', async () => {
    const event = await bench.hosted()
    const { id, organizationId, personId, entered } = await bench.differing(event)
    const request = { EventSponsorId: id, ContactUpdateTypeOption: 'NewContact' }
    const { body } = await bench.good('saveNameFix', post('namefix', request))
    expect(body.MatchingStatus).toBe('Matched')
    expect(body.ContactId).not.toBe(organizationId)
    expect(await bench.contact(Number(body.ContactId))).toMatchObject({ organizationName: entered })
    expect(await bench.contact(personId)).toMatchObject({ firstName: 'Dana' })
  })

  test('refuses a sponsor that is not matched, a difference that has changed, and another tenant', async () => {
    const event = await bench.hosted()
    const { EventSponsorId: unmatched } = await bench.sponsor(event)
    const keep = { ContactUpdateTypeOption: 'KeepContact' }
    expect(await refusal(post('namefix', { EventSponsorId: unmatched, ...keep }))).toEqual([409, 'sponsor-state'])
    const { id: ended } = await bench.differing(event)
    await bench.perform(event, ended, 'cancel')
    expect(await refusal(post('namefix', { EventSponsorId: ended, ...keep }))).toEqual([409, 'sponsor-state'])
    expect(await refusal(post(`${ended}/createcontactrole`, {}))).toEqual([409, 'sponsor-state'])
    expect(await bench.row(ended)).toMatchObject({ Status: 'Cancelled', PostActions: [] })
    const { id, personId } = await bench.differing(event)
    const PotentialRecordUpdates = [{ ContactId: personId, Field: 'FirstName', Current: 'Diana', Entered: 'Dany' }]
    const stale = { EventSponsorId: id, ContactUpdateTypeOption: 'UpdateContact', PotentialRecordUpdates }
    expect(await refusal(post('namefix', stale))).toEqual([409, 'sponsor-state'])
    expect(await refusal(bench.theirs.post(`${URL}/namefix`, { EventSponsorId: id, ...keep }))).toEqual([
      404,
      'not-found',
    ])
    const writer = await bench.server.caller(bench.mine.tenant, ['event-sponsors:write'])
    const update = { EventSponsorId: id, ContactUpdateTypeOption: 'UpdateContact' }
    expect(await refusal(writer.post(`${URL}/namefix`, update))).toEqual([403, 'insufficient-scope'])
  })
})

describe('POST /api/event/sponsor/{eventsponsorid}/createcontactrole (createSponsorContactRole)', () => {
  test('gives the person a role from today, and makes it the primary contact, once', async () => {
    const event = await bench.hosted()
    const { id, organizationId, personId } = await bench.differing(event)
    expect(await bench.row(id)).toMatchObject({
      AssociationConfirmationText: expect.stringMatching(/^Make Dana .* a contact of .*\?$/),
    })
    const { body } = await bench.good('createSponsorContactRole', post(`${id}/createcontactrole`, {}))
    expect(body).toMatchObject({
      PostActions: ['nameFix'],
      AssociationConfirmationText: null,
      SponsorPrimaryContactName: expect.stringContaining('Dana'),
    })
    const where = { tenantId: bench.mine.tenant.id, contactId: personId }
    const roles = await bench.server.database.system.contactRole.findMany({ where })
    expect(roles).toMatchObject([{ organizationId, startDate: new Date('2030-03-01T00:00:00Z'), endDate: null }])
    expect((await bench.history('contact', organizationId)).at(-1)).toMatchObject({ roles: { eventSponsorId: id } })
    expect(await refusal(post(`${id}/createcontactrole`, {}))).toEqual([409, 'sponsor-state'])
  })

  test('refuses a sponsor that is not matched, and another tenant', async () => {
    const { EventSponsorId: id } = await bench.sponsor(await bench.hosted())
    expect(await refusal(post(`${id}/createcontactrole`, {}))).toEqual([409, 'sponsor-state'])
    expect(await refusal(bench.theirs.post(`${URL}/${id}/createcontactrole`, {}))).toEqual([404, 'not-found'])
  })
})
