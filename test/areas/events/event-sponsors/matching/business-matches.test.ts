import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MatchingBench, openMatching, MATCHING as URL } from '#test/support/events/sponsor-matching'
import { refusal } from '#test/support/people/contact-parts'
import { synchronize } from '#test/support/walks/synchronized'

let bench: MatchingBench
beforeAll(async () => {
  bench = await openMatching()
})
afterAll(() => bench.server.close())

const post = (verb: string, body: object) => bench.postMatch(verb, body)

describe('GET /api/event/sponsor/{eventsponsorid}/matchbusiness (getBusinessMatch)', () => {
  test('proposes the organization with a similar name and the same address, and changes nothing', async () => {
    const event = await bench.hosted()
    const name = `${bench.word()} Pottery`
    const ContactId = await bench.namedOrganization(name, `hello@crest.example`)
    const sent = { SponsorName: `${name.slice(0, -2)}y Inc`, OrganizationEmailAddress: `hello@crest.example` }
    const { EventSponsorId: id } = await bench.sponsor(event, sent)
    const body = await bench.proposal(id, 'matchbusiness')
    expect(body).toMatchObject({
      EventSponsorId: id,
      EventId: event.eventId,
      OrganizationInCRM: false,
      HasOrgFieldChanges: true,
      OrganizationMatchType: 'Existing',
      OrganizationContactId: String(ContactId),
      Company: sent.SponsorName,
      PotentialOrgMatches: [
        {
          ContactId,
          Name: name,
          IsSuggested: true,
          Reasons: ['Similar name', 'Same email address', expect.anything()],
        },
      ],
      Organization: { Name: sent.SponsorName },
    })
    expect(await bench.kinds(id)).toEqual(['created'])
    const { EventSponsorId: unlike } = await bench.sponsor(event, { SponsorName: 'Qqxzvw Brkltd' })
    expect(await bench.proposal(unlike, 'matchbusiness')).toMatchObject({
      OrganizationMatchType: 'New',
      PotentialOrgMatches: [],
      OrganizationContactId: null,
    })
  })

  test('proposes no contact that is deleted or not matched, and shows none without the scope for contacts', async () => {
    const event = await bench.hosted()
    const name = `${bench.word()} Weavers`
    const deleted = await bench.namedOrganization(name)
    expect((await bench.mine.delete(`/api/contacts/${deleted}/1`)).statusCode).toBe(200)
    const { EventSponsorId: id } = await bench.sponsor(event, { SponsorName: name })
    expect(await bench.proposal(id, 'matchbusiness')).toMatchObject({ PotentialOrgMatches: [] })
    const { hiddenId } = await bench.boughtByOrganization(event, name)
    expect(await bench.contact(hiddenId)).toMatchObject({ isUnmatched: true, deletedAt: null })
    expect(await bench.proposal(id, 'matchbusiness')).toMatchObject({ PotentialOrgMatches: [] })
    const kept = await bench.namedOrganization(name)
    expect(await bench.proposal(id, 'matchbusiness')).toMatchObject({ PotentialOrgMatches: [{ ContactId: kept }] })
    const reader = await bench.server.caller(bench.mine.tenant, ['event-sponsors:read'])
    expect((await reader.get(`${URL}/${id}/matchbusiness`)).json()).toMatchObject({
      PotentialOrgMatches: null,
      OrganizationContactId: null,
    })
    expect(await refusal(bench.theirs.get(`${URL}/${id}/matchbusiness`))).toEqual([404, 'not-found'])
  })
})

describe('POST /api/event/sponsor/matchbusiness (saveBusinessMatch)', () => {
  test('returns 409 synchronized for a contact that comes from another tenant, and merges nothing', async () => {
    const event = await bench.hosted()
    const name = `${bench.word()} Foundry`
    const { id, hiddenId } = await bench.boughtByOrganization(event, name)
    const chosen = await bench.namedOrganization(`${name} and Sons`)
    await synchronize({ server: bench.server, caller: bench.mine, next: () => chosen }, chosen)
    const sent = { EventSponsorId: id, OrganizationMatchType: 'Existing', OrganizationContactId: String(chosen) }
    expect(await refusal(post('matchbusiness', sent))).toEqual([409, 'synchronized'])
    expect((await bench.contact(hiddenId)).mergedIntoId).toBeNull()
  })

  test('merges the contact of the registration into the chosen one, with its invoice, once', async () => {
    const event = await bench.hosted()
    const name = `${bench.word()} Bakery`
    const { id, hiddenId } = await bench.boughtByOrganization(event, name)
    const before = await bench.row(id)
    expect((await bench.contact(hiddenId)).isUnmatched).toBe(true)
    const chosen = await bench.namedOrganization(`${name} and Sons`)
    const writer = await bench.server.caller(bench.mine.tenant, ['event-sponsors:write'])
    const sent = { EventSponsorId: id, OrganizationMatchType: 'Existing', OrganizationContactId: String(chosen) }
    expect(await refusal(writer.post(`${URL}/matchbusiness`, sent))).toEqual([403, 'insufficient-scope'])
    expect((await bench.contact(hiddenId)).mergedIntoId).toBeNull()
    const row = await bench.matchOrganization(id, chosen)
    expect(row).toMatchObject({ ContactId: chosen, BillingContactId: String(chosen), SponsorName: `${name} and Sons` })
    const invoice = (await bench.mine.get(`/api/finance/invoices/${before.InvoiceId}`)).json()
    expect(invoice.ContactId).toBe(chosen)
    expect((await bench.contact(hiddenId)).mergedIntoId).toBe(chosen)
    expect((await bench.history('contact', chosen)).at(-1)).toMatchObject({
      eventSponsors: { eventSponsorId: id, isMatched: true },
    })
    expect((await bench.history('eventsponsor', id)).at(-1)).toEqual({ ContactId: { old: hiddenId, new: chosen } })
    const again = await bench.matchOrganization(id, chosen)
    expect(again.AuditId).toBe(row.AuditId)
    expect((await bench.kinds(id)).filter((kind) => kind === 'matched')).toEqual(['matched'])
  })

  test('New puts the contact of the registration in lists, and refuses a likely duplicate without ForceSave', async () => {
    const event = await bench.hosted()
    const name = `${bench.word()} Foundry`
    const { id, hiddenId } = await bench.boughtByOrganization(event, name)
    expect(await bench.found(name)).toBe('0')
    const twin = await bench.namedOrganization(name)
    const sent = { EventSponsorId: id, OrganizationMatchType: 'New' }
    const refused = await post('matchbusiness', sent)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'possible-duplicate', candidates: [{ ContactId: twin }] },
    ])
    const { body } = await bench.good('saveBusinessMatch', post('matchbusiness', { ...sent, ForceSave: true }))
    expect(body).toMatchObject({ ContactId: hiddenId, SponsorName: name })
    expect(await bench.found(name)).toBe('2')
    const { body: again } = await bench.good('saveBusinessMatch', post('matchbusiness', sent))
    expect(again).toMatchObject({ ContactId: hiddenId, AuditId: body.AuditId })
  })

  test('New makes an organization of what the request sends', async () => {
    const event = await bench.hosted()
    const { EventSponsorId: id } = await bench.sponsor(event, { SponsorName: `${bench.word()} Glas` })
    const Name = `${bench.word()} Glassworks`
    const sent = {
      EventSponsorId: id,
      OrganizationMatchType: 'New',
      Organization: { Name, EmailAddress: `g@glass.example` },
    }
    const { body } = await bench.good('saveBusinessMatch', post('matchbusiness', sent))
    expect(await bench.contact(Number(body.ContactId))).toMatchObject({
      organizationName: Name,
      emailAddress: `g@glass.example`,
    })
    expect(body).toMatchObject({
      SponsorName: Name,
      PostActions: ['matchIndividual'],
      MatchingStatus: 'IndividualUnmatched',
    })
  })

  test('None leaves the organization outside the contacts', async () => {
    const event = await bench.hosted()
    const { EventSponsorId: id } = await bench.sponsor(event, { SponsorName: `${bench.word()} Tiles` })
    await bench.matchOrganization(id, await bench.namedOrganization(`${bench.word()} Tiles`))
    const sent = { EventSponsorId: id, EventId: event.eventId, OrganizationMatchType: 'None' }
    const { body } = await bench.good('saveBusinessMatch', post('matchbusiness', sent))
    expect(body).toMatchObject({ ContactId: 0, MatchingStatus: 'Unmatched', PostActions: ['matchIndividual'] })
    expect(await bench.proposal(id, 'matchbusiness')).toMatchObject({ OrganizationMatchType: 'None' })
  })

  test('grants the benefits of an approved sponsor, which then keeps its contact', async () => {
    const { itemId, typeId } = await bench.typeWithBenefit()
    const event = await bench.hosted(typeId)
    const { EventSponsorId: id } = await bench.sponsor(event, { SponsorshipTierId: event.gold })
    await bench.perform(event, id, 'approve')
    const chosen = await bench.namedOrganization(`${bench.word()} Press`)
    await bench.matchOrganization(id, chosen)
    expect(await bench.ledger(chosen, itemId)).toEqual(['Granted 10'])
    const other = {
      EventSponsorId: id,
      OrganizationMatchType: 'Existing',
      OrganizationContactId: String(await bench.namedOrganization(bench.word())),
    }
    expect(await refusal(post('matchbusiness', other))).toEqual([409, 'sponsor-state'])
  })

  test('refuses what is no organization, another event, and another tenant', async () => {
    const event = await bench.hosted()
    const { EventSponsorId: id } = await bench.sponsor(event)
    const sent = { EventSponsorId: id, OrganizationMatchType: 'Existing' }
    const person = String(await bench.person())
    expect(await refusal(post('matchbusiness', sent))).toEqual([422, '/OrganizationContactId'])
    expect(await refusal(post('matchbusiness', { ...sent, OrganizationContactId: person }))).toEqual([
      422,
      '/OrganizationContactId',
    ])
    const theirs = String(await bench.organization(bench.theirs))
    expect(await refusal(post('matchbusiness', { ...sent, OrganizationContactId: theirs }))).toEqual([
      422,
      '/OrganizationContactId',
    ])
    expect(await refusal(post('matchbusiness', { ...sent, EventId: 1 }))).toEqual([422, '/EventId'])
    expect(
      await refusal(bench.theirs.post(`${URL}/matchbusiness`, { ...sent, OrganizationContactId: theirs })),
    ).toEqual([404, 'not-found'])
    const writer = await bench.server.caller(bench.mine.tenant, ['event-sponsors:write'])
    const fresh = { EventSponsorId: id, OrganizationMatchType: 'New', ForceSave: true }
    expect(await refusal(writer.post(`${URL}/matchbusiness`, fresh))).toEqual([403, 'insufficient-scope'])
  })
})
