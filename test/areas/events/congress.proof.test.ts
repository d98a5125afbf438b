import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { INVITE_CONTACTS } from '#areas/events/invitations/runs/runs.service'
import { MAIL_REGISTRATION_LINK } from '#areas/events/public-registration/links/links.service'
import { SETTLE_EVENT_ORDER } from '#areas/events/registrations/payment/settlement.service'
import { OFFER_SEATS } from '#areas/events/waiting-list/offers.service'
import type { OutgoingMail } from '#services/mail/transport/mail-transport'
import { PlainBrowser, wordsOf } from '#test/support/events/page-forms'
import { PAYER, type Part, person } from '#test/support/events/registrations'
import { openSubmissions, type SavedCart } from '#test/support/events/submitted-registrations'
import { readPdf } from '#test/support/files/pdf-text'
import { expectBalanced } from '#test/support/finance/documents'
import { runJobsAt } from '#test/support/jobs/run-jobs'
import { collectMails, linkIn } from '#test/support/mail/send-mails'
import type { Json } from '#test/support/people/contact-parts'

let bench: Awaited<ReturnType<typeof openSubmissions>>
let browser: PlainBrowser
let now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openSubmissions(() => now)
  browser = new PlainBrowser(bench.server.app)
})
afterAll(() => bench.server.close())

/** Does the waiting jobs of some kinds at the time of the test. */
const work = (...kinds: string[]) => runJobsAt(bench.server, () => now, ...kinds)

const inbox: OutgoingMail[] = []

/** The path and query of the link in the last mail to an address that has one with such a path. */
const mailedPath = async (address: string, path: RegExp): Promise<string> => {
  inbox.push(...(await collectMails(bench.server, bench.mine.tenant.id)))
  return linkIn(inbox, address, path)
}

const TYPES = [
  {
    Name: 'Full congress',
    Price: 390,
    MemberPrice: 290,
    EarlyBirdPrice: 340,
    EarlyBirdMemberPrice: 240,
    EarlyBirdEnds: '2030-03-31',
  },
  { Name: 'Table', Price: 900, SeatsPerRegistration: 3 },
]

const openCongress = async () => {
  const { good, mine, save, saleable } = bench
  const SaleableItemId = await saleable()
  const course = { Name: 'Harbor safety', CertificationCompletionType: 1, RequiredAmount: 6 }
  const { CertificationId } = (await mine.post('/api/contacts/certifications/0', course)).json()
  const certificates = { HasCertificates: true, CertificationId, CertificateHours: 6 }
  const { EventId, RegistrationTypes } = await bench.event({
    Name: 'Harbor congress',
    StartDate: '2030-05-02T08:00:00Z',
    EndDate: '2030-05-02T16:00:00Z',
    ...certificates,
    Capacity: 6,
    HasWaitingList: true,
    OfferHours: 48,
    CanRegistrantsCancel: true,
    RegistrationTypes: TYPES.map((type) => ({ ...type, SaleableItemId })),
    CancellationRules: [{ UntilDate: '2030-04-20', RefundPercent: 100, Fee: 40 }],
  })
  const id = Number(EventId)
  const [full, table] = (RegistrationTypes as Part[]).map((type) => type.EventRegistrationTypeId)
  const gold = { Name: 'Gold', Price: 2500, SaleableItemId, IncludedSeats: 1, IncludedRegistrationTypeId: full }
  const { body } = await good('saveEvent', save(id, { AuditId: 1, SponsorshipTiers: [gold], Status: 'Published' }))
  const [tier] = body.SponsorshipTiers as Part[]
  return { id, full, table, tier: tier?.SponsorshipTierId, path: `/events/${mine.tenant.key}/${id}` }
}
type Congress = Awaited<ReturnType<typeof openCongress>>

/** A member gets an invitation by mail, and registers by its code for the early price of members. */
const inviteMember = async ({ id, full }: Congress): Promise<SavedCart> => {
  const ContactId = await bench.addMember('mia@harbor.example')
  await bench.good('inviteContacts', bench.mine.post(`/api/events/${id}/invitations`, { ContactIds: [ContactId] }))
  await work(INVITE_CONTACTS)
  const [, InvitationCode] = (await mailedPath('mia@harbor.example', /contact=/)).split('contact=')
  const name = { FirstName: 'Mia', LastName: 'Lee' }
  const cart = await bench.cart(id, {
    InvitationCode,
    BillingInfo: { ...name, EmailAddress: 'mia@harbor.example' },
    Registrations: [person(full, { ...name, EmailAddress: 'mia@harbor.example' })],
  })
  expect(cart.Splits).toMatchObject({ AmountDue: 240 })
  await bench.submit(id, cart, { PaymentKind: 'Card', PaymentToken: 'tok_visa' })
  const { Results } = (await bench.mine.get(`/api/events/${id}/invitations`)).json()
  expect(Results).toMatchObject([{ ContactId, State: 'Registered' }])
  return cart
}

/** A stranger registers on the page without scripts, and pays the early price on the page of the processor. */
const registerOnPage = async ({ full, path }: Congress): Promise<string> => {
  const review = await browser.send(await browser.get(path), {
    '/BillingInfo/FirstName': 'Sam',
    '/BillingInfo/LastName': 'Stone',
    '/BillingInfo/EmailAddress': 'sam@page.example',
    '/Registrations/0/EventRegistrationTypeId': String(full),
  })
  expect(wordsOf(review)).toContain('Total $340.00')
  await browser.send(review, { action: 'confirm' })
  await work(MAIL_REGISTRATION_LINK)
  const continued = await browser.get(await mailedPath('sam@page.example', /\/events\//))
  const sandbox = await browser.send(continued, { action: 'confirm', payment: 'Hosted' })
  const paid = await browser.send(sandbox, { card: 'tok_visa' })
  const done = paid.status === 303 ? await browser.follow(paid) : paid
  expect(wordsOf(done)).toContain('You are registered')
  return /E\d+-\d+/.exec(wordsOf(done))?.[0] ?? ''
}

/** A firm buys a table of three seats and a sponsorship with one attendee, on invoice. */
const sellTable = async ({ id, full, table, tier }: Congress): Promise<SavedCart> => {
  const guest = (FirstName: string) => person(table, { FirstName, LastName: 'Crest', GroupNumber: 1 })
  const cart = await bench.cart(id, {
    BillingInfo: { ...PAYER, OrganizationName: 'Crest Potery Inc' },
    Registrations: [guest('Ann'), guest('Bob'), guest('Cat')],
    Sponsorships: [{ SponsorshipTierId: tier, SponsorName: 'Crest Potery Inc', Attendees: [person(full, PAYER)] }],
  })
  expect(cart.Splits).toMatchObject({ AmountDue: 3400 })
  const done = await bench.submit(id, cart, { PaymentKind: 'Invoice', PurchaseOrderNumber: 'PO-7' })
  expect([done.Status, await bench.statesOf(cart)]).toEqual([0, [3, 3, 3, 3]])
  const { Groups } = (await bench.mine.get(`/api/eventgroups/events/${id}`)).json()
  expect(Groups).toMatchObject([{ Members: [{}, {}, {}] }])
  return cart
}

const joinWaitingList = async ({ id, full }: Congress): Promise<SavedCart> => {
  const name = { FirstName: 'Wade', LastName: 'Waters', EmailAddress: 'wade@wait.example' }
  const cart = await bench.cart(id, { BillingInfo: name, Registrations: [person(full, name)] })
  expect((await bench.submit(id, cart, { PaymentKind: 'Free' })).Status).toBe(0)
  expect(await bench.statesOf(cart)).toEqual([11])
  return cart
}

/** The sponsor with a misspelled name is matched with the organization that the association knows, and approved. */
const matchSponsor = async ({ id }: Congress): Promise<void> => {
  const { mine, good } = bench
  const ORG = {
    OrganizationName: 'Crest Pottery',
    ContactList: [{ Kind: 'email', Value: PAYER.EmailAddress, IsPrimary: true }],
  }
  const { ContactId } = (await mine.post('/api/contacts/org/0', ORG)).json()
  const [row] = (await mine.get(`/api/events/${id}/sponsors`)).json().Results as Json[]
  const EventSponsorId = Number(row?.EventSponsorId)
  const matches = `/api/event/sponsor/${EventSponsorId}/matchbusiness`
  const proposal = (await good('getBusinessMatch', mine.get(matches))).body
  expect(proposal).toMatchObject({
    OrganizationMatchType: 'Existing',
    OrganizationContactId: String(ContactId),
    PotentialOrgMatches: [{ ContactId, IsSuggested: true }],
  })
  const chosen = { EventSponsorId, OrganizationMatchType: 'Existing', OrganizationContactId: String(ContactId) }
  await good('saveBusinessMatch', mine.post('/api/event/sponsor/matchbusiness', chosen))
  const person = { EventSponsorId, MatchType: 'New', ForceSave: true }
  const { AuditId } = (await good('saveIndividualMatch', mine.post('/api/event/sponsor/matchindividual', person))).body
  const approved = await mine.post(`/api/events/${id}/sponsors/${EventSponsorId}/approve`, { AuditId })
  expect(approved.json(), approved.body).toMatchObject({
    Status: 'Approved',
    SponsorName: expect.stringMatching(/Crest/),
  })
}

/** A registrant cancels by the link of the confirmation: the rule of the event keeps a fee of 40.00. */
const cancelOnPage = async (): Promise<void> => {
  const choice = await browser.get(await mailedPath('sam@page.example', /\/cancel\?order=/))
  const review = await browser.send(choice, { action: 'review' })
  expect(wordsOf(review)).toContain('We credit $300.00 . $300.00 is returned in the way that you paid.')
  expect(wordsOf(await browser.send(review, { action: 'cancel' }))).toContain('Cancelled')
  await work(SETTLE_EVENT_ORDER, OFFER_SEATS)
}

/** The free seat is offered by mail; the person that waited accepts, and pays the full price. */
const acceptOffer = async ({ id }: Congress, wade: SavedCart): Promise<void> => {
  expect(await bench.statesOf(wade)).toEqual([5])
  const [, key] = (await mailedPath('wade@wait.example', /\?cart=/)).split('cart=')
  const offered = (await bench.environment(`${id}/null/${key}`)).Data?.Cart as SavedCart
  expect(offered.Splits).toMatchObject({ AmountDue: 390 })
  expect((await bench.submit(id, offered, { PaymentKind: 'Card', PaymentToken: 'tok_visa' })).Status).toBe(0)
  await work(SETTLE_EVENT_ORDER)
  expect(await bench.statesOf(wade)).toEqual([1])
}

/** The firm pays its invoice by check. */
const payInvoice = async (firm: SavedCart): Promise<void> => {
  const { invoiceId } = await bench.orderOf(firm)
  const { InvoiceId, ContactId, Balance } = (await bench.mine.get(`/api/finance/invoices/${invoiceId}`)).json()
  expect(Balance).toBe(3400)
  await bench.pay({ InvoiceId, ContactId }, 3400)
  expect(await bench.statesOf(firm)).toEqual([1, 1, 1, 1])
}

/** Everybody with a seat comes, except one guest of the table. */
const checkIn = async ({ id }: Congress): Promise<void> => {
  const { Results } = (await bench.mine.get(`/api/events/${id}/registrations?Filter=ParticipantStatusId eq 1`)).json()
  for (const { RegistrationId, CheckInCode: Code, FirstName, AuditId } of Results as Json[])
    await (FirstName === 'Cat'
      ? bench.good(
          'markEventNoShow',
          bench.mine.post(`/api/events/${id}/registrations/${RegistrationId}/noshow`, { AuditId }),
        )
      : bench.good('checkInByCode', bench.mine.post(`/api/events/${id}/checkin`, { Code })))
}

/** The statuses of all registrations in words, in the order of registration. */
const statuses = async ({ id }: Congress): Promise<unknown[]> => {
  const { Results } = (await bench.mine.get(`/api/events/${id}/registrations?OrderBy=RegistrationId`)).json()
  return (Results as Json[]).map(({ ParticipantStatus }) => ParticipantStatus)
}

/** Who attended gets a certificate as PDF, and the hours of the congress complete its certification. */
const certify = async ({ id }: Congress, mia: SavedCart): Promise<void> => {
  const { mine, good } = bench
  const path = `/api/events/${id}/registrations/${mia.Registrations[0]?.RegistrationId}/certificate`
  const { ContactId } = (await good('issueEventCertificate', mine.post(path, {}))).body
  const { pages } = await readPdf((await mine.get(`${path}/document`, { accept: 'application/pdf' })).rawPayload)
  expect(pages[0]).toMatch(/Certificate of attendance.*Mia Lee.*Harbor congress/s)
  const entries = (await mine.get(`/api/contacts/${ContactId}/certifications`)).json() as Json[]
  expect(entries).toMatchObject([{ HoursEarned: 6, PercentComplete: 100 }])
}

/** The books balance, income is what was kept, no contact owes anything, and all but the check was collected by card. */
const booksAgree = async (): Promise<void> => {
  const { mine, server } = bench
  const { system } = server.database
  const where = { tenantId: mine.tenant.id }
  await expectBalanced({ server, caller: mine })
  const booked = async (systemRole: string): Promise<number> => {
    const { _sum } = await system.journalLine.aggregate({
      where: { ...where, account: { systemRole } },
      _sum: { amount: true },
    })
    return Number(_sum.amount)
  }
  // Income is negative in the journal.
  expect(await booked('membership-income')).toBe(-(240 + 40 + 390 + 3400))
  expect(await booked('receivable')).toBe(0)
  const charges = await system.processorCharge.findMany({ where })
  const collected = charges.map(({ amountCaptured, amountRefunded }) => Number(amountCaptured) - Number(amountRefunded))
  expect(collected.reduce((sum, amount) => sum + amount, 0)).toBe(240 + 40 + 390)
}

describe('a congress through the API and the page', () => {
  test('from the invitations to the certificates, and the books agree', async () => {
    const congress = await openCongress()
    const mia = await inviteMember(congress)
    const sam = await registerOnPage(congress)
    now = new Date('2030-04-10T12:00:00Z')
    const firm = await sellTable(congress)
    const wade = await joinWaitingList(congress)
    await matchSponsor(congress)
    await work(SETTLE_EVENT_ORDER, OFFER_SEATS)
    expect(await bench.statesOf(mia)).toEqual([1])
    const registered = ['Registered', 'Registered']
    const pending = Array.from({ length: 4 }, () => 'Pending payment')
    expect(await statuses(congress)).toEqual([...registered, ...pending, 'On waiting list'])
    await cancelOnPage()
    await acceptOffer(congress, wade)
    await payInvoice(firm)
    now = new Date('2030-05-02T08:30:00Z')
    await checkIn(congress)
    expect(sam).toMatch(/^E/)
    const attended = Array.from({ length: 5 }, () => 'Attended')
    expect((await statuses(congress)).toSorted()).toEqual([...attended, 'Cancelled', 'No-show'])
    await certify(congress, mia)
    await booksAgree()
  })
})
