import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countQueries } from '#test/support/database/count-queries'
import { type Json, refusal } from '#test/support/people/contact-parts'
import { openUnmatched, UNMATCHED, type UnmatchedBench } from '#test/support/people/unmatched'

let bench: UnmatchedBench
beforeAll(async () => {
  bench = await openUnmatched()
})
afterAll(() => bench.server.close())

const callerWith = (...scopes: string[]) => bench.server.caller(bench.mine.tenant, scopes)
const idsOf = (response: { json(): { Results: { ContactId: number }[] } }) =>
  response.json().Results.map(({ ContactId }) => ContactId)

describe('GET /api/contacts/unmatched (listUnmatchedPeople)', () => {
  test('lists a participant that pays, with the event, and a buyer', async () => {
    const participant = await bench.stranger()
    expect(await bench.personRow(participant.ContactId)).toMatchObject({
      SystemContactTypeId: 1,
      Name: `${participant.FirstName} ${participant.LastName}`,
      EmailAddress: participant.EmailAddress,
      IsParticipant: true,
      IsPayer: true,
      IsSponsor: false,
      IsBuyer: false,
      IsPaid: false,
      EventId: participant.EventId,
      StorePurchaseId: null,
      Actions: ['view', 'match'],
    })
    const payer = await bench.stranger()
    const { contactId, id } = await addPurchase(payer.ContactId)
    expect(await bench.personRow(contactId)).toMatchObject({ IsBuyer: true, StorePurchaseId: id })
  })

  test('lists the organization of a sponsor, and not what is matched or deleted', async () => {
    const event = await bench.hosted()
    const { hiddenId } = await bench.boughtByOrganization(event, `${bench.word()} Works`)
    expect(await bench.personRow(hiddenId)).toMatchObject({ IsSponsor: true, IsPayer: true, SystemContactTypeId: 2 })
    const listed = await bench.namedPerson(bench.word(), bench.word())
    expect(await bench.personRow(listed)).toBeUndefined()
    const { ContactId } = await bench.stranger()
    const { system } = bench.server.database
    const where = { tenantId: bench.mine.tenant.id, id: ContactId }
    await system.contact.updateMany({ where, data: { deletedAt: new Date() } })
    expect(await bench.personRow(ContactId)).toBeUndefined()
  })

  test('searches, filters and pages by the Link header', async () => {
    const [a, b, c] = [await bench.stranger(), await bench.stranger(), await bench.stranger()]
    const found = await bench.mine.get(`${UNMATCHED}?Criteria=${b.EmailAddress}`)
    expect(idsOf(found)).toEqual([b.ContactId])
    const filter = `Filter=IsParticipant eq true and EventId eq ${a.EventId} and ContactId ge ${a.ContactId}`
    const first = await bench.mine.get(`${UNMATCHED}?${filter}&Take=2`)
    expect(first.json()).toMatchObject({ TotalRecordAvailable: '3' })
    expect(idsOf(first)).toEqual([c.ContactId, b.ContactId])
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? ''
    expect(idsOf(await bench.mine.get(next))).toEqual([a.ContactId])
    expect(await refusal(bench.mine.get(`${UNMATCHED}?OrderBy=Nothing`))).toEqual([400, 'query:OrderBy'])
  })

  test('shows events and purchases only to callers that can read them', async () => {
    const { ContactId, EventId } = await bench.stranger()
    const read = async (...scopes: string[]) => {
      const caller = await callerWith(...scopes)
      return ((await caller.get(`${UNMATCHED}?Filter=ContactId eq ${ContactId}`)).json().Results as Json[])[0]
    }
    const none = { IsParticipant: null, IsPayer: null, IsSponsor: null, EventId: null, EventName: null }
    expect(await read('contacts:read')).toMatchObject({ ...none, IsBuyer: null, IsPaid: null, Actions: ['view'] })
    expect(await read('contacts:read', 'store:read')).toMatchObject({ ...none, IsBuyer: false, IsPaid: false })
    expect(await read('contacts:read', 'event-registrations:read')).toMatchObject({ EventId, IsBuyer: null })
    const other = await callerWith('store:read')
    expect(await refusal(other.get(UNMATCHED))).toEqual([403, 'insufficient-scope'])
    const nobody = await bench.server.app.inject({ url: UNMATCHED, headers: { 'x-tenant-key': bench.mine.tenant.key } })
    expect(nobody.statusCode).toBe(401)
  })

  test('shows no person of another tenant, and needs as many statements for many people as for one', async () => {
    const { ContactId } = await bench.stranger()
    expect(idsOf(await bench.theirs.get(UNMATCHED))).not.toContain(ContactId)
    const count = async (take: number) =>
      (await countQueries(bench.server.database, () => bench.mine.get(`${UNMATCHED}?Take=${take}`))).queries.length
    await count(1)
    expect([await count(1), await count(50)]).toEqual([1, 1])
  })
})

const addPurchase = (contactId: number) => {
  const tenantId = bench.mine.tenant.id
  const totals = { itemTotal: 0, discountTotal: 0, shippingAmount: 0, taxTotal: 0, total: 0 }
  const cart = { create: { tenantId, contactId, state: 'ordered', ...totals, voucherTotal: 0 } }
  const data = { currencyCode: 'USD', paymentMethod: 'None', purchasedAt: new Date(), ...totals }
  const contact = { connect: { tenantId_id: { tenantId, id: contactId } } }
  return bench.server.database.system.storePurchase.create({ data: { ...data, contact, cart } })
}
