import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, CARD, type CancellationsBench, FULL, openCancellations } from '#test/support/events/cancellations'
import { addEventOrder } from '#test/support/events/event-orders'
import { person } from '#test/support/events/registrations'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: CancellationsBench
const now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openCancellations(() => now)
})
afterAll(() => bench.server.close())

const SAM = { FirstName: 'Sam', LastName: 'Reyes', EmailAddress: 'sam@transfer.example' }
const urlOf = (eventId: number, id: number, verb = 'transfer') =>
  `/api/events/${eventId}/registrations/${id}${verb && `/${verb}`}`
const read = async (eventId: number, id: unknown) => bodyOf(bench.mine.get(urlOf(eventId, Number(id), '')))
const seatsLeft = async (id: number) => (await bench.environment(`${id}`)).Data?.Event
/** Adds an order without a price, with one registration for each of these. Returns their ids. */
const registered = async (eventId: number, typeId: number, people: object[], payerId?: number) => {
  const sent = { eventId, typeId, payerId: payerId ?? (await bench.person()), people: people as Json[] }
  return (await addEventOrder(bench.server, bench.mine, sent)).registrationIds
}
const transfer = (eventId: number, id: number | undefined, more: object = SAM) =>
  bench.mine.post(urlOf(eventId, id ?? 0), { AuditId: 1, ...more })
const messages = async (call: Promise<{ json(): Json }>) =>
  ((await call).json().errors as { pointer: string; message: string }[]).map(({ pointer, message }) => [
    pointer,
    message,
  ])

describe('POST /api/events/{eventId}/registrations/{registrationId}/transfer (transferEventRegistration)', () => {
  test('gives everything of a registration to another person, and changes neither money nor seats', async () => {
    const { id, full, parts } = await bench.congress({ Capacity: 9 })
    const [{ SessionId } = { SessionId: 0 }] = parts.Sessions as unknown as { SessionId: number }[]
    const cart = await bench.register(id, full, ['Noor', 'Lee'], CARD, {
      Registrations: [
        person(full, { FirstName: 'Noor', EmailAddress: 'noor@cancel.example' }),
        person(full, { FirstName: 'Lee', EmailAddress: 'lee@cancel.example', SessionIds: [SessionId], GroupNumber: 2 }),
      ],
    })
    await bench.settle()
    await bench.mails()
    const old = await bench.registrationOf(id, cart, 1)
    expect(old.Actions).toContain('transfer')
    const before = [await bench.moneyOf(cart), await seatsLeft(id)]
    const { body: taken } = await bench.good(
      'transferEventRegistration',
      bench.onRegistration(id, cart, 1, 'transfer', { ...SAM, BadgeName: 'Sammy' }),
    )
    expect(taken).toMatchObject({
      AuditId: 1,
      ParticipantStatusId: 1,
      DisplayName: 'Sammy',
      EmailAddress: SAM.EmailAddress,
      GroupNumber: 2,
      OrderId: old.OrderId,
      Amount: old.Amount,
      RegisteredDate: old.RegisteredDate,
      SeatCount: 1,
      TransferredFromId: old.RegistrationId,
      TransferredToId: null,
      Sessions: [{ SessionId }],
    })
    expect(taken.ContactId).not.toBe(old.ContactId)
    expect(taken.CheckInCode).not.toBe(old.CheckInCode)
    expect(await read(id, taken.RegistrationId)).toEqual(taken)
    expect(await read(id, old.RegistrationId)).toMatchObject({
      ParticipantStatus: 'Transferred',
      AuditId: 2,
      FirstName: 'Lee',
      Amount: 0,
      Sessions: [],
      TransferredFromId: null,
      TransferredToId: taken.RegistrationId,
      Actions: ['view'],
    })
    expect([await bench.moneyOf(cart), await seatsLeft(id)]).toEqual(before)
    expect(await bench.kindsOf('eventregistration', Number(old.RegistrationId))).toEqual([
      'eventregistration.created',
      'eventregistration.transferred',
    ])
    expect(await bench.kindsOf('eventregistration', Number(taken.RegistrationId))).toEqual([
      'eventregistration.created',
    ])
    expect((await bench.kindsOf('eventorder', Number(old.OrderId))).at(-1)).toBe('eventorder.updated')
    const mails = await bench.mails()
    expect(mails.map(({ to, subject }) => [to.address, subject.split(':')[0]])).toEqual([
      ['lee@cancel.example', 'Transferred'],
      ['noor@cancel.example', 'Transferred'],
      ['sam@transfer.example', expect.stringMatching(/^Your registration for /)],
    ])
    expect(mails[0]?.text).not.toContain('Sam')
    expect(mails[1]?.text).toContain('Sammy')
    expect(mails[2]?.text).toContain(String(taken.CheckInCode))
    expect(mails[2]?.text).toContain('Lee Reyes')
    // The old code identifies no participant that is expected, the new one does.
    const arrive = (Code: unknown) => bench.mine.post(`/api/events/${id}/checkin`, { Code })
    expect(await refusal(arrive(old.CheckInCode))).toEqual([409, 'registration-state'])
    // The money of the new one can be returned.
    const cancelled = { AuditId: 1, RefundPercent: 100 }
    expect(await bodyOf(bench.mine.post(urlOf(id, Number(taken.RegistrationId), 'cancel'), cancelled))).toMatchObject({
      ParticipantStatusId: 7,
      Amount: 0,
    })
    await bench.settle()
    expect(await bench.moneyOf(cart)).toMatchObject({ refunded: Math.round(Number(old.Amount) * 100), balance: 0 })
    await bench.balanced()
  })

  test('finds the contact by the rules of duplicates, or takes the one of ContactId with its names', async () => {
    const { id, free } = await bench.congress()
    const [one, two] = await registered(id, free, [{}, {}])
    const first = await bodyOf(transfer(id, one))
    const second = await bodyOf(transfer(id, two, { ...SAM, FirstName: 'SAM' }))
    expect(second.ContactId).toBe(first.ContactId)
    const ContactId = await bench.addMember('mia@transfer.example')
    const third = await bodyOf(
      bench.mine.post(urlOf(id, Number(second.RegistrationId)), { AuditId: 1, ContactId, Title: 'Potter' }),
    )
    expect(third).toMatchObject({
      ContactId,
      FirstName: 'Mia',
      EmailAddress: 'mia@transfer.example',
      Title: 'Potter',
      BadgeName: null,
    })
    const last = Number(third.RegistrationId)
    const refused = (more: object) => messages(transfer(id, last, more))
    expect(await refused({ ContactId })).toEqual([
      ['/ContactId', 'must be another person. Save the registration to correct it'],
    ])
    expect(await refused({ ContactId: await bench.organization() })).toEqual([['/ContactId', 'must be a person']])
    expect(await refused({ FirstName: ' ', EmailAddress: 'none' })).toEqual([
      ['/FirstName', 'must not be blank'],
      ['/LastName', 'must not be blank'],
      ['/EmailAddress', 'must be an email address'],
    ])
    for (const foreign of [await bench.person(bench.theirs), 2_000_000_000])
      expect(await refusal(transfer(id, last, { ContactId: foreign }))).toEqual([422, '/ContactId'])
    expect(await refusal(transfer(id, last, { ...SAM, FirstName: 'x'.repeat(101) }))).toEqual([400, '/FirstName'])
    expect(await read(id, last)).toMatchObject({ AuditId: 1, ParticipantStatusId: 1 })
  })

  test('keeps each status of those that come, and refuses all others', async () => {
    const { id, free } = await bench.congress()
    const live = [1, 3, 4, 6, 11]
    const over = [2, 5, 7, 8, 9, 10, 12, 13, 15]
    for (const statusId of live) {
      const [one] = await registered(id, free, [{ statusId }])
      expect((await read(id, one)).Actions).toContain('transfer')
      expect(await bodyOf(transfer(id, one))).toMatchObject({ ParticipantStatusId: statusId })
    }
    for (const statusId of over) {
      const [one] = await registered(id, free, [{ statusId }])
      expect((await read(id, one)).Actions).not.toContain('transfer')
      expect(await refusal(transfer(id, one))).toEqual([409, 'registration-state'])
    }
    const [one] = await registered(id, free, [{}])
    const { AuditId } = await bench.read(id)
    await bench.good('saveEvent', bench.save(id, { AuditId, Status: 'Cancelled' }))
    expect((await read(id, one)).Actions).not.toContain('transfer')
    expect(await refusal(transfer(id, one))).toEqual([409, 'registration-state'])
  })

  test('requires a member or an invitation for such types, unless it is forced', async () => {
    const { id, members, free, AuditId } = await bench.congress()
    const [first, second] = await registered(id, members, [{}, {}])
    const { RegistrationTypes } = await bench.read(id)
    const types = (RegistrationTypes as Json[]).map((type) =>
      type.EventRegistrationTypeId === free ? { ...type, IsInvitationOnly: true } : type,
    )
    await bench.good('saveEvent', bench.save(id, { AuditId, RegistrationTypes: types }))
    expect(await messages(transfer(id, first))).toEqual([['/LastName', 'must be a member for the type Members']])
    const ContactId = await bench.addMember('pat@transfer.example')
    await bodyOf(transfer(id, first, { ContactId }))
    await bodyOf(transfer(id, second, { ...SAM, ForceSave: true }))
    const [third, fourth, guest] = await registered(id, free, [{}, {}, { seats: 0 }])
    const invited = await bench.person()
    expect(await messages(transfer(id, third, { ContactId: invited }))).toEqual([
      ['/ContactId', 'must be invited for the type Guest'],
    ])
    await bench.server.database.system.eventInvitation.create({
      data: {
        tenantId: bench.mine.tenant.id,
        eventId: id,
        contactId: invited,
        typeId: free,
        codeHash: `transfer-${id}`,
        sentAt: now,
      },
    })
    await bodyOf(transfer(id, third, { ContactId: invited }))
    const list = await bodyOf(bench.mine.get(`/api/events/${id}/invitations`))
    expect(list.Results).toMatchObject([{ ContactId: invited, State: 'Registered' }])
    await bodyOf(transfer(id, fourth, { ...SAM, ForceSave: true }))
    await bodyOf(transfer(id, guest, SAM))
  })

  test('is possible once, with the current version, in the own tenant, and with its scope', async () => {
    const { id, free } = await bench.congress()
    const [one, two] = await registered(id, free, [{}, {}])
    const url = urlOf(id, Number(one))
    const sent = { AuditId: 1, ...SAM }
    expect(await refusal(bench.theirs.post(url, sent))).toEqual([404, 'not-found'])
    expect(await refusal(transfer(id, 2_000_000_000))).toEqual([404, 'not-found'])
    const other = await bench.congress()
    expect(await refusal(transfer(other.id, one))).toEqual([404, 'not-found'])
    const reader = await bench.server.caller(bench.mine.tenant, ['event-registrations:read'])
    expect(await refusal(reader.post(url, sent))).toEqual([403, 'insufficient-scope'])
    expect((await bench.server.app.inject({ method: 'POST', url, payload: sent })).statusCode).toBe(401)
    expect(await refusal(bench.mine.post(url, SAM))).toEqual([409, 'stale-audit-id'])
    expect(await refusal(bench.mine.post(url, sent, { 'if-match': '"7"' }))).toEqual([412, 'precondition-failed'])
    const keyed = { 'idempotency-key': 'transfer-once' }
    const done = await bodyOf(bench.mine.post(url, sent, keyed))
    expect(await bodyOf(bench.mine.post(url, sent, keyed))).toEqual(done)
    expect(await refusal(bench.mine.post(url, { ...sent, AuditId: 2 }))).toEqual([409, 'registration-state'])
    const office = await bench.server.caller(bench.mine.tenant, [
      'event-registrations:read',
      'event-registrations:write',
    ])
    expect((await office.get(urlOf(id, Number(two), ''))).json().Actions).toContain('transfer')
    expect((await office.post(urlOf(id, Number(two)), { AuditId: 1, ...SAM })).statusCode).toBe(200)
  })

  test('lets one win of several transfers and cancellations at the same time', async () => {
    const { id, full } = await bench.congress({ Capacity: 5 })
    for (const verbs of [
      ['transfer', 'transfer', 'transfer'],
      ['transfer', 'cancel', 'transfer', 'cancel'],
    ]) {
      const cart = await bench.register(id, full, ['Xia'])
      await bench.settle()
      const answers = await Promise.all(
        verbs.map((verb, at) => {
          const more = verb === 'cancel' ? { RefundPercent: 100 } : { ...SAM, FirstName: `Sam ${at}` }
          return bench.mine.post(urlOf(id, cart.Registrations[0]?.RegistrationId ?? 0, verb), { AuditId: 1, ...more })
        }),
      )
      const [won, ...others] = answers.filter(({ statusCode }) => statusCode === 200)
      expect([won !== undefined, others.length]).toEqual([true, 0])
      await bench.settle()
      const rows = await bench.server.database.system.eventRegistration.findMany({
        where: { tenantId: bench.mine.tenant.id, orderId: (await bench.orderOf(cart)).id },
        orderBy: { id: 'asc' },
      })
      const isTransferred = rows.length === 2
      expect(rows.map(({ statusId }) => statusId)).toEqual(isTransferred ? [15, 1] : [9])
      expect(await bench.moneyOf(cart)).toMatchObject({ refunded: isTransferred ? 0 : FULL, balance: 0 })
    }
    await bench.balanced()
  })
})
