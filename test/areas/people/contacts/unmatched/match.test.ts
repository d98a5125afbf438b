import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { person as attendee } from '#test/support/events/registrations'
import { type Json, refusal } from '#test/support/people/contact-parts'
import { openUnmatched, UNMATCHED, type UnmatchedBench } from '#test/support/people/unmatched'

let bench: UnmatchedBench
beforeAll(async () => {
  bench = await openUnmatched()
})
afterAll(() => bench.server.close())

const namedLike = ({
  FirstName,
  LastName,
  EmailAddress,
}: {
  FirstName: string
  LastName: string
  EmailAddress: string
}) => bench.namedPerson(FirstName, LastName, EmailAddress)
const get = async (url: string) => (await bench.mine.get(url)).json() as Json

describe('GET /api/contacts/unmatched/{personId} (getUnmatchedPerson)', () => {
  test('proposes the contact with the same name and address, and New without one', async () => {
    const one = await bench.stranger()
    const read = async () =>
      (await bench.good('getUnmatchedPerson', bench.mine.get(`${UNMATCHED}/${one.ContactId}`))).body
    expect(await read()).toMatchObject({ MatchType: 'New', ContactId: null, PotentialMatches: [] })
    const ContactId = await namedLike(one)
    expect(await read()).toMatchObject({
      Person: { ContactId: one.ContactId, AuditId: one.AuditId },
      MatchType: 'Existing',
      ContactId,
      PotentialMatches: [{ ContactId, IsSuggested: true }],
    })
  })

  test('returns 404 for a contact, another tenant and an unknown id, and 403 without the scope', async () => {
    const { ContactId } = await bench.stranger()
    const listed = await bench.namedPerson(bench.word(), bench.word())
    expect(await refusal(bench.mine.get(`${UNMATCHED}/${listed}`))).toEqual([404, 'not-found'])
    expect(await refusal(bench.theirs.get(`${UNMATCHED}/${ContactId}`))).toEqual([404, 'not-found'])
    expect(await refusal(bench.mine.get(`${UNMATCHED}/2000000000`))).toEqual([404, 'not-found'])
    const other = await bench.server.caller(bench.mine.tenant, ['events:read'])
    expect(await refusal(other.get(`${UNMATCHED}/${ContactId}`))).toEqual([403, 'insufficient-scope'])
  })
})

describe('POST /api/contacts/unmatched/{personId}/match (matchUnmatchedPerson)', () => {
  test('New takes the person into the contacts, with its registrations', async () => {
    const one = await bench.stranger()
    expect(await bench.found(one.EmailAddress)).toBe('0')
    expect(await bench.matched(one, { MatchType: 'New' })).toMatchObject({
      ContactId: one.ContactId,
      AuditId: one.AuditId + 1,
      MatchType: 'New',
      Moved: [],
    })
    expect(await bench.found(one.EmailAddress)).toBe('1')
    expect(await bench.personRow(one.ContactId)).toBeUndefined()
    expect((await bench.history('contact', one.ContactId)).at(-1)).toEqual({ IsUnmatched: { new: false } })
    expect(await bench.kindsOf('contact', one.ContactId)).toContain('contact.updated')
  })

  test('Existing makes registrations, orders, invoices and payments those of the contact', async () => {
    const { id, full } = await bench.congress()
    const names = { FirstName: bench.word(), LastName: bench.word() }
    const BillingInfo = { ...names, EmailAddress: `${names.FirstName}@payer.example` }
    const cart = await bench.cart(id, { BillingInfo, Registrations: [attendee(full, BillingInfo)] })
    const { Data } = await bench.submit(id, cart, { PaymentKind: 'Invoice' })
    const invoice = await bench.invoice(String(Data?.InvoiceNumber))
    await bench.pay(invoice, 10)
    const contactId = await bench.namedPerson(bench.word(), bench.word())
    const row = (await bench.personRow(invoice.ContactId)) as Json & { ContactId: number; AuditId: number }
    const result = await bench.matched(row, { MatchType: 'Existing', ContactId: contactId })
    expect(result).toMatchObject({ ContactId: contactId, PersonContactId: invoice.ContactId })
    expect((result.Moved as Json[]).map(({ Kind }) => Kind)).toEqual(
      expect.arrayContaining(['eventOrders', 'registrations', 'invoices', 'payments']),
    )
    expect(await get(`/api/finance/invoices/${invoice.InvoiceId}`)).toMatchObject({ ContactId: contactId })
    const [registration] = await bench.registrationsOf(cart)
    expect(await get(`/api/events/${id}/registrations/${registration?.id}`)).toMatchObject({ ContactId: contactId })
    expect((await bench.contact(contactId)).balance.toNumber()).toBe(invoice.Balance - 10)
    expect(await bench.personRow(invoice.ContactId)).toBeUndefined()
    // The id of the person means the contact from now on.
    expect((await bench.mine.get(`/api/contacts/person/${invoice.ContactId}`)).json()).toMatchObject({
      ContactId: contactId,
    })
  })

  test('gives the contact of an approved sponsor the benefits of the tier, by a match and by a merge', async () => {
    const { itemId, typeId } = await bench.typeWithBenefit()
    for (const way of ['New', 'Existing', 'merge']) {
      const event = await bench.hosted(typeId)
      const { id, hiddenId } = await bench.boughtByOrganization(event, `${bench.word()} ${bench.word()} Works`)
      expect((await bench.perform(event, id, 'approve')).statusCode).toBe(200)
      const row = (await bench.personRow(hiddenId)) as Json & { ContactId: number; AuditId: number }
      const chosen = way === 'New' ? hiddenId : await bench.namedOrganization(bench.word())
      const { auditId: LoserAuditId } = await bench.contact(hiddenId)
      const merge = { WinnerContactId: chosen, WinnerAuditId: 1, LoserContactId: hiddenId, LoserAuditId }
      if (way === 'merge') {
        const { body } = await bench.good('mergeContacts', bench.mine.post('/api/contacts/merge', merge))
        expect(body.AuditId).toBe((await bench.contact(chosen)).auditId)
      } else await bench.matched(row, { MatchType: way, ContactId: way === 'New' ? null : chosen })
      expect(await bench.ledger(chosen, itemId), way).toEqual(['Granted 10'])
      expect(await bench.kinds(id)).toEqual(['created', 'approved', 'matched'])
      expect(await bench.personRow(chosen)).toBeUndefined()
    }
  })

  test('a match of one sponsorship matches the other ones of the same organization', async () => {
    const { itemId, typeId } = await bench.typeWithBenefit()
    const name = `${bench.word()} ${bench.word()} Mills`
    const [first, second] = [await bench.hosted(typeId), await bench.hosted(typeId)]
    const one = await bench.boughtByOrganization(first, name)
    const two = await bench.boughtByOrganization(second, name)
    expect(two.hiddenId).toBe(one.hiddenId)
    await bench.perform(second, two.id, 'approve')
    const chosen = await bench.namedOrganization(bench.word())
    await bench.matchOrganization(one.id, chosen)
    expect(await bench.kinds(two.id)).toEqual(['created', 'approved', 'matched'])
    expect(await bench.ledger(chosen, itemId)).toEqual(['Granted 10'])
  })

  test('a merge with a person as the winner shows the winner in lists', async () => {
    const one = await bench.stranger()
    const LoserContactId = await bench.namedPerson(bench.word(), bench.word())
    const sent = { WinnerContactId: one.ContactId, WinnerAuditId: one.AuditId, LoserContactId, LoserAuditId: 1 }
    await bench.good('mergeContacts', bench.mine.post('/api/contacts/merge', sent))
    expect(await bench.found(one.EmailAddress)).toBe('1')
  })

  test('refuses a likely duplicate, unless New is forced', async () => {
    const one = await bench.stranger()
    const candidate = await namedLike(one)
    const refused = await bench.match(one.ContactId, { MatchType: 'New', AuditId: one.AuditId })
    expect(refused.json()).toMatchObject({ code: 'possible-duplicate', candidates: [{ ContactId: candidate }] })
    expect(await bench.matched(one, { MatchType: 'New', ForceSave: true })).toMatchObject({ ContactId: one.ContactId })
  })

  test('refuses what is no contact of the same kind, a stale version and a second match', async () => {
    const [one, two] = [await bench.stranger(), await bench.stranger()]
    const send = (body: object) => refusal(bench.match(one.ContactId, { AuditId: one.AuditId, ...body }))
    const wrong = [await bench.namedOrganization(bench.word()), two.ContactId, 0, 2_000_000_000]
    for (const ContactId of wrong) expect(await send({ MatchType: 'Existing', ContactId })).toEqual([422, '/ContactId'])
    expect(await send({ MatchType: 'Neither' })).toEqual([400, '/MatchType'])
    expect(await send({ MatchType: 'New', AuditId: 99 })).toEqual([409, 'stale-audit-id'])
    expect(await send({ MatchType: 'New', AuditId: undefined })).toEqual([409, 'stale-audit-id'])
    await bench.matched(one, { MatchType: 'New' })
    expect(await send({ MatchType: 'New' })).toEqual([409, 'already-matched'])
  })

  test('refuses another tenant, a missing scope and no credential', async () => {
    const { ContactId, AuditId } = await bench.stranger()
    const url = `${UNMATCHED}/${ContactId}/match`
    const body = { MatchType: 'New', AuditId }
    expect(await refusal(bench.theirs.post(url, body))).toEqual([404, 'not-found'])
    expect(await refusal(bench.mine.post(`${UNMATCHED}/2000000000/match`, body))).toEqual([404, 'not-found'])
    const reader = await bench.server.caller(bench.mine.tenant, ['contacts:read'])
    expect(await refusal(reader.post(url, body))).toEqual([403, 'insufficient-scope'])
    const nobody = await bench.server.app.inject({ method: 'POST', url, payload: body })
    expect(nobody.statusCode).toBe(401)
    const foreign = await bench.theirs.post('/api/contacts/person/0', { FirstName: 'Theirs' })
    const sent = { ...body, MatchType: 'Existing', ContactId: foreign.json().ContactId }
    expect(await refusal(bench.mine.post(url, sent))).toEqual([422, '/ContactId'])
  })

  test('of two matches of one person at once, one succeeds and nothing is lost', async () => {
    const one = await bench.stranger()
    const [a, b] = [
      await bench.namedPerson(bench.word(), bench.word()),
      await bench.namedPerson(bench.word(), bench.word()),
    ]
    const body = { MatchType: 'Existing', AuditId: one.AuditId }
    const answers = await Promise.all([a, b].map((ContactId) => bench.match(one.ContactId, { ...body, ContactId })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const winner = answers.find(({ statusCode }) => statusCode === 200)?.json().ContactId
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'already-matched',
      ContactId: winner,
    })
    const where = { tenantId: bench.mine.tenant.id, contactId: { in: [one.ContactId, a, b] } }
    const moved = await bench.server.database.system.eventRegistration.findMany({ where })
    expect(moved.map(({ contactId }) => contactId)).toEqual([winner])
  })
})
