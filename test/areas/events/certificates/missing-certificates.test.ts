import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAIL_CERTIFICATES } from '#areas/events/certificates/certificate-mails.service'
import { certificateDays } from '#areas/events/certificates/certificates.job'
import { ISSUE_CERTIFICATES } from '#areas/events/certificates/missing-certificates.service'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import { type CertificatesBench, openCertificates } from '#test/support/events/certificates'
import type { Gala } from '#test/support/events/registered'
import { readPdf } from '#test/support/files/pdf-text'
import { runJobs } from '#test/support/jobs/run-jobs'
import { collectMails } from '#test/support/mail/send-mails'
import { refusal } from '#test/support/people/contact-parts'

let bench: CertificatesBench
beforeAll(async () => {
  bench = await openCertificates()
})
afterAll(() => bench.server.close())

const urlOf = ({ eventId }: Gala, verb = '') => `/api/events/${eventId}/certificates${verb}`
const start = (event: Gala) => bench.mine.post(urlOf(event))
const progressOf = async (event: Gala) =>
  (await bench.good('getEventCertificateProgress', bench.mine.get(urlOf(event, '/progress')))).body
const runIssue = () => runJobs(bench.server, ISSUE_CERTIFICATES)

/** Adds people that attended, with a certification of their contacts. */
const withPeople = async (count: number, more: object = {}) => {
  const CertificationId = await bench.certification()
  const event = await bench.course({ CertificationId, ...more })
  const contactIds = await Promise.all(Array.from({ length: count }, () => bench.person()))
  const people = contactIds.map((contactId) => ({ contactId, statusId: 2 }))
  return { event, contactIds, ...(await bench.order(event, { people })) }
}

describe('POST /api/events/{eventId}/certificates (issueEventCertificates)', () => {
  test('issues all that are missing, and leaves out other statuses and deleted contacts', async () => {
    const { event, contactIds, registrationIds } = await withPeople(3)
    const [first = 0] = registrationIds
    await bench.issue(event, first)
    await bench.attended(event, undefined, { statusId: 1 })
    const deleted = await bench.person()
    await bench.attended(event, deleted)
    const where = { tenantId_id: { tenantId: bench.mine.tenant.id, id: deleted } }
    await bench.server.database.system.contact.update({ where, data: { deletedAt: new Date() } })
    const { body } = await bench.good('issueEventCertificates', start(event))
    const counts = { AttendedCount: 3, IssuedCount: 1, MissingCount: 2, UnsentMailCount: 0, Percent: 33 }
    expect(body).toEqual({ EventId: event.eventId, ...counts })
    await runIssue()
    expect(await progressOf(event)).toMatchObject({ IssuedCount: 3, MissingCount: 0, Percent: 100 })
    const issued = (await bench.certificatesOf(event)).map(({ RegistrationId }) => Number(RegistrationId))
    expect(issued.sort((one, other) => one - other)).toEqual(registrationIds)
    for (const id of contactIds) expect(await bench.certificationsOf(id)).toMatchObject([{ HoursEarned: 6.5 }])
  })

  test('issues each once, in several batches, if two jobs run at once', async () => {
    const event = await bench.course()
    const people = Array.from({ length: 120 }, () => ({ statusId: 2 }))
    const { registrationIds } = await bench.order(event, { people })
    await start(event)
    await Promise.all([runIssue(), runIssue()])
    const issued = await bench.certificatesOf(event, 'Take=200')
    expect(new Set(issued.map(({ RegistrationId }) => RegistrationId)).size).toBe(registrationIds.length)
    expect(issued).toHaveLength(registrationIds.length)
    await start(event)
    await runIssue()
    expect(await bench.certificatesOf(event, 'Take=200')).toEqual(issued)
  })

  test('mails each with the PDF once, to the address of the registration, else that of the contact', async () => {
    const event = await bench.course({ MailsCertificates: true, Name: 'Safety course' })
    const contactId = await bench.person()
    const emails = `/api/contacts/${contactId}/emails/0`
    await bench.mine.post(emails, { Kind: 'email', EmailAddress: 'own@haddad.example' })
    const people = [
      { statusId: 2, contactId, emailAddress: null },
      { statusId: 2, emailAddress: 'two@haddad.example' },
      { statusId: 2, emailAddress: null },
    ]
    await bench.order(event, { people })
    await start(event)
    await runIssue()
    expect(await progressOf(event)).toMatchObject({ UnsentMailCount: 3 })
    const run = () => runJobs(bench.server, MAIL_CERTIFICATES)
    await Promise.all([run(), run()])
    await run()
    expect(await progressOf(event)).toMatchObject({ IssuedCount: 3, UnsentMailCount: 0 })
    const sent = await collectMails(bench.server, bench.mine.tenant.id)
    const mails = sent.filter(({ subject }) => subject === 'Your certificate for Safety course')
    expect(mails.map(({ to }) => to.address)).toEqual(['own@haddad.example', 'two@haddad.example'])
    const issued = await bench.certificatesOf(event, 'OrderBy=RegistrationId')
    for (const [at, { attachments = [], text }] of mails.entries()) {
      const number = `C-${issued[at]?.EventCertificateId}`
      expect(text).toContain(number)
      expect(attachments).toHaveLength(1)
      expect((await readPdf(attachments[0]?.content as Uint8Array)).title).toBe(`Certificate ${number}`)
    }
    const communications = await bench.mine.get(`/api/contacts/${contactId}/communications`)
    expect(communications.body).toContain('Your certificate for Safety course')
  })

  test('mails a certificate that staff issue, and none that is withdrawn before', async () => {
    const event = await bench.course({ MailsCertificates: true })
    const kept = await bench.attended(event)
    const withdrawn = await bench.attended(event)
    const idOf = async (id: number) =>
      Number((await bench.good('issueEventCertificate', bench.issue(event, id))).body.EventCertificateId)
    const one = await idOf(kept)
    const other = await idOf(withdrawn)
    await bench.good('undoEventCheckIn', bench.undo(event, withdrawn))
    await runJobs(bench.server, MAIL_CERTIFICATES)
    const key = { in: [one, other].map((id) => `event-certificate:${id}`) }
    const where = { tenantId: bench.mine.tenant.id, key }
    const mails = await bench.server.database.system.mailMessage.findMany({ where })
    expect(mails).toMatchObject([{ key: `event-certificate:${one}`, toAddress: 'noor@haddad.example' }])
  })

  test('refuses events without certificates or before the start', async () => {
    const off = await bench.course({ HasCertificates: false })
    expect(await refusal(start(off))).toEqual([409, 'no-certificates'])
    const later = await bench.course({ StartDate: '2040-05-02T08:00:00Z' })
    expect(await refusal(start(later))).toEqual([409, 'event-not-started'])
  })

  test('returns 404 for another tenant, 403 without the scope, 401 without a credential and 400 for no id', async () => {
    const event = await bench.course()
    expect(await refusal(bench.theirs.post(urlOf(event)))).toEqual([404, 'not-found'])
    const reader = await bench.server.caller(bench.mine.tenant, ['event-registrations:read'])
    expect(await refusal(reader.post(urlOf(event)))).toEqual([403, 'insufficient-scope'])
    expect((await bench.server.app.inject({ method: 'POST', url: urlOf(event) })).statusCode).toBe(401)
    expect((await bench.mine.post('/api/events/x/certificates')).statusCode).toBe(400)
  })
})

describe('GET /api/events/{eventId}/certificates/progress (getEventCertificateProgress)', () => {
  test('counts nothing for an event without participants that attended', async () => {
    const event = await bench.course()
    expect(await progressOf(event)).toMatchObject({ AttendedCount: 0, IssuedCount: 0, MissingCount: 0, Percent: 100 })
  })

  test('returns 404 for another tenant, 403 without the scope and 401 without a credential', async () => {
    const url = urlOf(await bench.course(), '/progress')
    expect(await refusal(bench.theirs.get(url))).toEqual([404, 'not-found'])
    const other = await bench.server.caller(bench.mine.tenant, ['events:read'])
    expect(await refusal(other.get(url))).toEqual([403, 'insufficient-scope'])
    expect((await bench.server.app.inject({ url })).statusCode).toBe(401)
    expect((await bench.mine.get('/api/events/x/certificates/progress')).statusCode).toBe(400)
  })
})

describe('the nightly run after an event', () => {
  test('issues the certificates, only if the event has them', async () => {
    const on = await withPeople(2)
    const off = await withPeople(1, { HasCertificates: false })
    const { server, mine } = bench
    const context = { database: server.database, clock: systemClock, log: server.app.log }
    const scope = await systemScope(context, mine.tenant.id)
    await certificateDays.run(scope, { since: '2020-05-01', today: '2020-05-02' })
    expect(await bench.certificatesOf(on.event)).toEqual([])
    for (let run = 0; run < 2; run++) await certificateDays.run(scope, { since: '2020-05-02', today: '2020-05-03' })
    expect(await bench.certificatesOf(on.event)).toHaveLength(2)
    expect(await bench.certificatesOf(off.event)).toEqual([])
  })
})
