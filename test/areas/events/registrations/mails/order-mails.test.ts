import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { confirmEventOrder } from '#areas/events/registrations/mails/order-mails.service'
import type { OutgoingMail } from '#services/mail/transport/mail-transport'
import { cartOf, systemOf } from '#test/support/events/event-carts'
import { openRegistrations, PAYER, person, type RegistrationsBench } from '#test/support/events/registrations'
import { collectMails } from '#test/support/mail/send-mails'

let bench: RegistrationsBench
const now = () => new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openRegistrations(now)
})
afterAll(() => bench.server.close())

/** Submits a cart without a payment, and confirms it. */
const confirm = async (orderId: number, data: { contactId: number; sendsMail?: boolean; statusId?: number }) => {
  const { statusId = 1, ...order } = data
  const scope = await systemOf(bench, now)
  const { tenantId } = scope.db
  await scope.db.transaction(async (tx) => {
    const submitted = { state: 'submitted', heldUntil: null, submittedAt: now(), ...order }
    await tx.eventOrder.update({ where: { tenantId_id: { tenantId, id: orderId } }, data: submitted })
    const inCart = { tenantId, orderId, statusId: 14 }
    await tx.eventRegistration.updateMany({ where: inCart, data: { statusId, heldUntil: null } })
    await confirmEventOrder(scope, tx, orderId)
  })
}
const payer = async () => {
  const made = await bench.mine.post('/api/contacts/person/0', {
    FirstName: 'Dana',
    LastName: 'Reyes',
    forceSave: true,
  })
  return { contactId: Number(made.json().ContactId) }
}
const sent = () => collectMails(bench.server, bench.mine.tenant.id)
const fileOf = (mail: OutgoingMail | undefined) => {
  const [file] = mail?.attachments ?? []
  const component = new ICAL.Component(ICAL.parse(String(file?.content)))
  return { file, component, item: new ICAL.Event(component.getFirstSubcomponent('vevent') ?? undefined) }
}

describe('the mails about a submitted order', () => {
  test('confirm it once for each address, with an item for calendar programs', async () => {
    const times = { StartDate: '2030-05-02T16:00:00Z', EndDate: '2030-05-02T20:00:00Z', TimeZone: 'Europe/Paris' }
    const { id, full, parts } = await bench.congress({ ...times, Location: 'Hall 2', CanRegistrantsCancel: true })
    const SessionIds = [parts.Sessions[0]?.SessionId]
    const people = [
      person(full, { EmailAddress: 'DANA@crest.example', SessionIds }),
      person(full, { FirstName: 'Sam', EmailAddress: 'sam@crest.example' }),
      person(full, { FirstName: 'Kim' }),
    ]
    const Creator = { FirstName: 'Lee', LastName: 'Park', EmailAddress: 'lee@crest.example' }
    const orderId = await cartOf(bench, id, { Registrations: people, Creator })
    await confirm(orderId, await payer())
    const [dana, lee, sam, ...others] = await sent()
    expect(others).toEqual([])
    expect([dana, lee, sam].map((mail) => mail?.to)).toEqual([
      { name: 'Dana Reyes', address: PAYER.EmailAddress },
      { name: 'Lee Park', address: 'lee@crest.example' },
      { name: 'Sam Reyes', address: 'sam@crest.example' },
    ])
    expect(dana?.text).toContain(`E${id}-${orderId}`)
    expect(dana?.text).toContain('Thursday, 2 May 2030, 18:00 (Europe/Paris)')
    expect(dana?.text).toContain('Hall 2')
    expect(dana?.text).toContain('Dana Reyes: Full (Workshop)')
    expect(dana?.text).toContain('Kim Reyes: Full')
    expect(sam?.text).not.toContain('Kim')
    expect(dana?.text).toMatch(/Check-in code of Kim Reyes: [\dA-F]{4}-[\dA-F]{4}-[\dA-F]{4}/)
    expect(sam?.text).toContain('Check-in code of Sam Reyes: ')
    for (const mail of [dana, lee]) expect(mail?.html).toMatch(/https:\/\/h\.example\/events\/[^"]+\/cancel\?order=/)
    expect(sam?.html).not.toContain('/cancel?order=')

    const { file, component, item } = fileOf(dana)
    expect(file).toMatchObject({ name: 'event.ics', mediaType: 'text/calendar; charset=utf-8; method=PUBLISH' })
    expect(component.getFirstPropertyValue('method')).toBe('PUBLISH')
    const { calendarUid, auditId } = await bench.server.database.system.event.findFirstOrThrow({
      where: { tenantId: bench.mine.tenant.id, id },
    })
    expect(item.uid).toBe(calendarUid)
    expect(item.sequence).toBe(auditId)
    expect(item.startDate.toString()).toBe('2030-05-02T18:00:00')
    expect(item.startDate.zone.tzid).toBe('Europe/Paris')
    expect(item.endDate.toJSDate()).toEqual(new Date(times.EndDate))
    expect(item.location).toBe('Hall 2')
  })

  test('are in the communications of the payer, and neither stored nor shown', async () => {
    const { id, full } = await bench.congress()
    const { contactId } = await payer()
    await confirm(await cartOf(bench, id, { Registrations: [person(full)] }), { contactId })
    await sent()
    const { Results } = (await bench.mine.get(`/api/contacts/${contactId}/communications`)).json()
    expect(Results).toMatchObject([{ Subject: `Your registration for ${(await bench.read(id)).Name}` }])
    const where = { tenantId: bench.mine.tenant.id, contactId }
    const stored = await bench.server.database.system.mailMessage.findMany({ where })
    expect(stored).toMatchObject([{ status: 'sent', html: null, text: null, data: null, texts: null }])
  })

  test('say who waits, and have no item for the calendar if all do', async () => {
    const { id, free } = await bench.congress({ Capacity: 1, HasWaitingList: true })
    const ann = person(free, { FirstName: 'Ann', EmailAddress: 'ann@x.example' })
    const bob = person(free, { FirstName: 'Bob', EmailAddress: 'bob@x.example' })
    await confirm(await cartOf(bench, id, { Registrations: [ann, bob] }), await payer())
    const [toAnn, toBob, toDana] = await sent()
    expect(toAnn?.subject).toMatch(/^Your registration/)
    expect(toAnn?.attachments).toHaveLength(1)
    expect(toBob?.subject).toMatch(/^You are on the waiting list/)
    expect(toBob?.attachments).toBeUndefined()
    expect(toDana?.text).toContain('Bob Reyes: Guest, on the waiting list')
    // A person that waits can leave, whatever the event says.
    expect(toDana?.html).toContain('/cancel?order=')
  })

  test('say that staff confirm the registration first', async () => {
    const { id, free } = await bench.congress({ RequiresApproval: true })
    await confirm(await cartOf(bench, id, { Registrations: [person(free)] }), { ...(await payer()), statusId: 4 })
    expect((await sent())[0]?.text).toContain('We check each registration')
  })

  test('confirm a registration that staff approve to payer and participant, with its check-in code', async () => {
    const { id, free } = await bench.congress({ RequiresApproval: true })
    const people = ['Ann', 'Bob'].map((FirstName) =>
      person(free, { FirstName, EmailAddress: `${FirstName.toLowerCase()}@approved.example` }),
    )
    await confirm(await cartOf(bench, id, { Registrations: people }), { ...(await payer()), statusId: 4 })
    const confirmations = await sent()
    expect(confirmations).toHaveLength(3)
    for (const { text } of confirmations) expect(text).not.toContain('Check-in code')
    const { Results } = (await bench.mine.get(`/api/events/${id}/registrations?OrderBy=FirstName`)).json()
    const [ann] = Results as { RegistrationId: number; AuditId: number; CheckInCode: string }[]
    const approve = `/api/events/${id}/registrations/${ann?.RegistrationId}/approve`
    expect((await bench.mine.post(approve, { AuditId: ann?.AuditId })).statusCode).toBe(200)
    const [toAnn, toDana, ...others] = await sent()
    expect(others).toEqual([])
    for (const mail of [toAnn, toDana]) {
      expect(mail?.subject).toMatch(/^Confirmed: /)
      expect(mail?.text).toContain(`Check-in code of Ann Reyes: ${ann?.CheckInCode}`)
      expect(mail?.text).not.toContain('Bob')
      expect(mail?.attachments).toHaveLength(1)
    }
  })

  test('report a rejection to payer and participant, without the people that still wait for approval', async () => {
    const { id, free } = await bench.congress({ RequiresApproval: true })
    const people = ['Ann', 'Bob'].map((FirstName) =>
      person(free, { FirstName, EmailAddress: `${FirstName.toLowerCase()}@rejected.example` }),
    )
    await confirm(await cartOf(bench, id, { Registrations: people }), { ...(await payer()), statusId: 4 })
    await sent()
    const { Results } = (await bench.mine.get(`/api/events/${id}/registrations?OrderBy=FirstName`)).json()
    const [ann, bob] = Results as { RegistrationId: number; AuditId: number }[]
    const reject = (one: typeof ann) =>
      bench.mine.post(`/api/events/${id}/registrations/${one?.RegistrationId}/reject`, { AuditId: one?.AuditId })
    expect((await reject(ann)).statusCode).toBe(200)
    const mails = await sent()
    expect(mails.map(({ to }) => to.address)).toEqual(['ann@rejected.example', PAYER.EmailAddress])
    for (const mail of mails) {
      expect(mail.subject).toBe(`Not confirmed: ${(await bench.read(id)).Name}`)
      expect(mail.text).toContain('Ann Reyes')
      expect(mail.text).not.toContain('Bob')
      expect(mail.text).not.toContain('credited')
      expect(mail.attachments).toBeUndefined()
    }
    expect((await reject(ann)).statusCode).toBe(409)
    expect(await sent()).toEqual([])
    expect((await reject(bob)).statusCode).toBe(200)
    expect((await sent()).map(({ to }) => to.address)).toEqual(['bob@rejected.example', PAYER.EmailAddress])
  })

  test('are not sent for an order without mails, and once for repeated calls', async () => {
    const { id, free } = await bench.congress()
    const quiet = await cartOf(bench, id, { Registrations: [person(free)] })
    const loud = await cartOf(bench, id, { Registrations: [person(free)] })
    await confirm(quiet, { ...(await payer()), sendsMail: false })
    expect(await sent()).toEqual([])
    const whose = await payer()
    await confirm(loud, whose)
    const where = { tenantId: bench.mine.tenant.id, id: loud }
    const hash = async () => (await bench.server.database.system.eventOrder.findFirstOrThrow({ where })).manageHash
    const first = await hash()
    await confirm(loud, whose)
    expect(await sent()).toHaveLength(1)
    expect(await hash()).toEqual(first)
  })
})
