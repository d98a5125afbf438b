import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BUYER, type EventSponsorsBench, openEventSponsors } from '#test/support/events/event-sponsors'
import { collectMails } from '#test/support/mail/send-mails'

let bench: EventSponsorsBench
beforeAll(async () => {
  bench = await openEventSponsors()
})
afterAll(() => bench.server.close())

const declined = async () =>
  (await collectMails(bench.server, bench.mine.tenant.id)).filter(({ subject }) =>
    subject.startsWith('Your sponsorship of'),
  )

describe('POST /api/events/{eventId}/sponsors/{eventSponsorId}/decline (declineEventSponsor)', () => {
  test('mails the contact person, the organization and the payer, each address once', async () => {
    const event = await bench.hosted()
    const id = await bench.bought(event, { SponsorshipTierId: event.gold, SponsorName: 'Crest Pottery' })
    expect((await bench.perform(event, id, 'decline')).statusCode).toBe(200)
    const mails = await declined()
    expect(mails.map(({ to }) => to.address)).toEqual([BUYER.EmailAddress])
    expect(mails[0]?.text).toContain('We cannot accept it from Crest Pottery as Gold.')
    // A sponsor that is approved later and declined again hears of it again.
    await bench.perform(event, id, 'approve')
    await bench.perform(event, id, 'decline')
    expect(await declined()).toHaveLength(1)
  })

  test('mails a sponsor that staff entered at the addresses that they entered', async () => {
    const event = await bench.hosted()
    const { EventSponsorId } = await bench.sponsor(event, { EmailAddress: 'ida@sponsor.example' })
    await bench.perform(event, EventSponsorId, 'decline')
    expect((await declined()).map(({ to }) => to.address)).toContain('ida@sponsor.example')
  })
})
