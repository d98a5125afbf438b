import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CertificatesBench, openCertificates } from '#test/support/events/certificates'
import { type Gala, pathOf } from '#test/support/events/registered'
import { readPdf } from '#test/support/files/pdf-text'
import { refusal } from '#test/support/people/contact-parts'
import { addMember, memberTokens } from '#test/support/people/members'

let bench: CertificatesBench
beforeAll(async () => {
  bench = await openCertificates()
})
afterAll(() => bench.server.close())

const PDF = { accept: 'application/pdf' }
const documentOf = (event: Gala, id: number) => bench.mine.get(pathOf(event, id, 'certificate/document'), PDF)

/** Deletes a contact, as a deletion after the end of its registrations does. */
const deleteContact = async (id: number) => {
  const where = { tenantId_id: { tenantId: bench.mine.tenant.id, id } }
  await bench.server.database.system.contact.update({ where, data: { deletedAt: new Date() } })
}

describe('POST /api/events/{eventId}/registrations/{registrationId}/certificate (issueEventCertificate)', () => {
  test('issues one certificate, and starts the certification of the contact with its hours and credits', async () => {
    const { CertificationId, event, contactId, id } = await bench.withContact()
    expect((await bench.readRegistration(event, id)).Actions).toContain('issueCertificate')
    const version = await bench.version(contactId)
    const { body } = await bench.good('issueEventCertificate', bench.issue(event, id))
    expect(body).toMatchObject({
      AuditId: 1,
      CertificateNumber: `C-${body.EventCertificateId}`,
      RegistrationId: id,
      ContactId: contactId,
      Hours: 6.5,
      Credits: 4,
      CertificationId,
      DisplayName: 'Noor Haddad 1',
      IssuedDate: new Date().toISOString().slice(0, 10),
    })
    const entry = { CertificationId, HoursEarned: 6.5, CreditsEarned: 4, Status: 1, PercentComplete: 65 }
    expect(await bench.certificationsOf(contactId)).toMatchObject([entry])
    expect(await bench.version(contactId)).toBe(version + 1)
    const again = await bench.good('issueEventCertificate', bench.issue(event, id))
    expect(again.body).toEqual(body)
    expect(await bench.certificationsOf(contactId)).toMatchObject([entry])
    expect(await bench.eventsOf('eventcertificate', Number(body.EventCertificateId))).toMatchObject([
      { kind: 'eventcertificate.issued', payload: { eventId: event.eventId, registrationId: id, contactId } },
    ])
  })

  test('adds to a certification, whose status follows its rules', async () => {
    const { CertificationId, event, contactId, id } = await bench.withContact()
    const started = { CertificationId, StartDate: '2020-01-15', HoursEarned: 4 }
    await bench.mine.post(`/api/contacts/${contactId}/certifications/0`, started)
    await bench.issue(event, id)
    const [entry] = await bench.certificationsOf(contactId)
    expect(entry).toMatchObject({ HoursEarned: 10.5, Status: 3, StartDate: '2020-01-15' })
    expect(entry?.CompletedDate).not.toBeNull()
    const reviewed = await bench.withContact({ RequireAdminReview: true, RequiredAmount: 5 })
    await bench.issue(reviewed.event, reviewed.id)
    expect(await bench.certificationsOf(reviewed.contactId)).toMatchObject([{ Status: 2, CompletedDate: null }])
  })

  test('has one effect if two requests issue it at once', async () => {
    const { event, contactId, id } = await bench.withContact()
    const answers = await Promise.all(Array.from({ length: 4 }, () => bench.issue(event, id)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map((answer) => answer.json().EventCertificateId)).size).toBe(1)
    expect(await bench.certificationsOf(contactId)).toMatchObject([{ HoursEarned: 6.5 }])
    expect(await bench.certificatesOf(event)).toHaveLength(1)
  })

  test('gives the hours of an event to a contact once, for two registrations that are issued at once', async () => {
    const { event, contactId, id } = await bench.withContact()
    const other = await bench.attended(event, contactId)
    const answers = await Promise.all([bench.issue(event, id), bench.issue(event, other)])
    expect(answers.map((answer) => answer.json().CertificationId).sort()).toEqual([expect.any(Number), null])
    expect(await bench.certificationsOf(contactId)).toMatchObject([{ HoursEarned: 6.5 }])
  })

  test('issues a certificate without a contact, and without a certification', async () => {
    const event = await bench.course({ CertificationId: await bench.certification() })
    const { body } = await bench.good('issueEventCertificate', bench.issue(event, await bench.attended(event)))
    expect(body).toMatchObject({ ContactId: null, CertificationId: null, Hours: 6.5 })
    const plain = await bench.course()
    const contactId = await bench.person()
    await bench.good('issueEventCertificate', bench.issue(plain, await bench.attended(plain, contactId)))
    expect(await bench.certificationsOf(contactId)).toEqual([])
  })

  test('refuses other statuses, events without certificates or before the start, and deleted contacts', async () => {
    const event = await bench.course()
    for (const statusId of [1, 4, 8, 9]) {
      const id = await bench.attended(event, undefined, { statusId })
      expect(await refusal(bench.issue(event, id))).toEqual([409, 'registration-state'])
      expect((await bench.readRegistration(event, id)).Actions).not.toContain('issueCertificate')
    }
    for (const [more, code] of [
      [{ HasCertificates: false }, 'no-certificates'],
      [{ StartDate: '2040-05-02T08:00:00Z' }, 'event-not-started'],
    ] as const) {
      const other = await bench.course(more)
      const id = await bench.attended(other)
      expect(await refusal(bench.issue(other, id))).toEqual([409, code])
      expect((await bench.readRegistration(other, id)).Actions).not.toContain('issueCertificate')
    }
    const contactId = await bench.person()
    const id = await bench.attended(event, contactId)
    await deleteContact(contactId)
    expect(await refusal(bench.issue(event, id))).toEqual([409, 'contact-deleted'])
  })

  test('returns 404 for another event and another tenant, 403 without the scope and 401 without a credential', async () => {
    const { event, id } = await bench.withContact()
    const other = await bench.course()
    const path = pathOf(event, id, 'certificate')
    expect(await refusal(bench.issue(other, id))).toEqual([404, 'not-found'])
    expect(await refusal(bench.theirs.post(path))).toEqual([404, 'not-found'])
    const reader = await bench.server.caller(bench.mine.tenant, ['event-registrations:read'])
    expect(await refusal(reader.post(path))).toEqual([403, 'insufficient-scope'])
    expect((await bench.server.app.inject({ method: 'POST', url: path })).statusCode).toBe(401)
    expect((await bench.issue(event, 'x' as unknown as number)).statusCode).toBe(400)
    expect(await bench.certificatesOf(event)).toEqual([])
  })
})

describe('GET /api/events/{eventId}/registrations/{registrationId}/certificate (getEventCertificate)', () => {
  test('returns the certificate, and 404 without one, for another event, tenant and for a deleted contact', async () => {
    const { event, contactId, id } = await bench.withContact()
    const path = pathOf(event, id, 'certificate')
    expect(await refusal(bench.mine.get(path))).toEqual([404, 'not-found'])
    const { body } = await bench.good('issueEventCertificate', bench.issue(event, id))
    expect((await bench.good('getEventCertificate', bench.mine.get(path))).body).toEqual(body)
    const other = await bench.course()
    expect(await refusal(bench.mine.get(pathOf(other, id, 'certificate')))).toEqual([404, 'not-found'])
    expect(await refusal(bench.theirs.get(path))).toEqual([404, 'not-found'])
    const events = await bench.server.caller(bench.mine.tenant, ['events:read'])
    expect(await refusal(events.get(path))).toEqual([403, 'insufficient-scope'])
    expect((await bench.server.app.inject({ url: path })).statusCode).toBe(401)
    await deleteContact(contactId)
    for (const verb of ['certificate', 'certificate/document'])
      expect(await refusal(bench.mine.get(pathOf(event, id, verb)))).toEqual([404, 'not-found'])
    expect(await bench.certificatesOf(event)).toEqual([])
  })
})

describe('GET /api/events/{eventId}/certificates (listEventCertificates)', () => {
  test('lists those of the event, the newest first, and finds numbers and names', async () => {
    const event = await bench.course()
    const first = await bench.attended(event)
    const second = await bench.attended(event, undefined, { lastName: 'Okafor' })
    for (const id of [first, second]) await bench.issue(event, id)
    const [newest, oldest] = await bench.certificatesOf(event)
    expect([newest?.RegistrationId, oldest?.RegistrationId]).toEqual([second, first])
    for (const criteria of ['okafor', String(newest?.CertificateNumber)])
      expect(await bench.certificatesOf(event, `Criteria=${criteria}`)).toEqual([newest])
    expect(await bench.certificatesOf(event, 'Filter=Hours eq 6.5 and CertificationId eq null')).toHaveLength(2)
    expect(await bench.certificatesOf(event, 'Filter=Credits gt 4')).toEqual([])
    expect(await bench.certificatesOf(event, 'OrderBy=DisplayName desc')).toEqual([newest, oldest])
  })

  test('returns 404 for another tenant, 400 for an unknown column, and requires the scope and a credential', async () => {
    const event = await bench.course()
    const url = `/api/events/${event.eventId}/certificates`
    expect(await refusal(bench.theirs.get(url))).toEqual([404, 'not-found'])
    expect((await bench.mine.get(`${url}?OrderBy=Height`)).statusCode).toBe(400)
    const other = await bench.server.caller(bench.mine.tenant, ['events:read'])
    expect(await refusal(other.get(url))).toEqual([403, 'insufficient-scope'])
    expect((await bench.server.app.inject({ url })).statusCode).toBe(401)
  })
})

describe('GET /api/events/{eventId}/registrations/{registrationId}/certificate/document (getEventCertificateDocument)', () => {
  test('shows the name, the event, the hours and the number, once for the same version', async () => {
    const event = await bench.course({ Name: 'Harbor Safety Conference' })
    const id = await bench.attended(event)
    expect(await refusal(documentOf(event, id))).toEqual([404, 'not-found'])
    const { body } = await bench.good('issueEventCertificate', bench.issue(event, id))
    const first = await documentOf(event, id)
    expect(first.statusCode, first.body).toBe(200)
    const text = (await readPdf(first.rawPayload)).pages.join('\n')
    for (const part of [
      'Noor Haddad 1',
      'Harbor Safety Conference',
      '2 May 2020, City museum',
      '6.5 hours',
      '4 credits',
    ])
      expect(text).toContain(part)
    expect(text).toContain(`Certificate ${body.CertificateNumber}`)
    expect((await documentOf(event, id)).rawPayload.equals(first.rawPayload)).toBe(true)
    const html = await bench.mine.get(pathOf(event, id, 'certificate/document?format=html'), { accept: 'text/html' })
    expect(html.headers['content-disposition']).toBe(`inline; filename="${body.CertificateNumber}.html"`)
    expect(html.body).toContain('Noor Haddad 1')
  })

  test('states credits without hours, and neither if there are none', async () => {
    for (const [hours, credits] of [
      [0, 1],
      [0, 0],
    ] as const) {
      const event = await bench.course({ CertificateHours: hours, CertificateCredits: credits })
      const id = await bench.attended(event)
      await bench.issue(event, id)
      const text = (await readPdf((await documentOf(event, id)).rawPayload)).pages.join('\n')
      expect(text).not.toMatch(/hours?/)
      expect(/1 credit\b/.test(text)).toBe(credits === 1)
    }
  })

  test('returns 404 for another event and tenant, 400 for another format, and keeps the file to its scope', async () => {
    const event = await bench.course()
    const id = await bench.attended(event)
    await bench.issue(event, id)
    const other = await bench.course()
    expect(await refusal(documentOf(other, id))).toEqual([404, 'not-found'])
    const path = pathOf(event, id, 'certificate/document')
    expect(await refusal(bench.theirs.get(path))).toEqual([404, 'not-found'])
    expect((await bench.mine.get(`${path}?format=docx`)).statusCode).toBe(400)
    expect((await bench.server.app.inject({ url: path })).statusCode).toBe(401)
    const books = await bench.server.caller(bench.mine.tenant, ['books:read', 'files:read'])
    expect(await refusal(books.get(path))).toEqual([403, 'insufficient-scope'])
    await documentOf(event, id)
    const { system } = bench.server.database
    const file = await system.storedFile.findFirstOrThrow({
      where: { tenantId: bench.mine.tenant.id, ownerKind: 'certificateprintout' },
    })
    expect((await books.get(`/api/files/${file.id}`)).json().detail).toContain('event-registrations:read')
    expect((await bench.mine.get(`/api/files/${file.id}`)).statusCode).toBe(200)
  })
})

describe('GET /api/self/events/registrations/{registrationId}/certificate/document (getOwnEventCertificateDocument)', () => {
  test('returns the certificate of the member, and of no other contact', async () => {
    const one = await addMember(bench.mine)
    const member = await memberTokens(bench.server, bench.mine, one)
    const event = await bench.course()
    const own = await bench.attended(event, one.contactId)
    const other = await bench.attended(event, await bench.person())
    const url = (id: number) => `/api/self/events/registrations/${id}/certificate/document`
    expect((await member.get(url(own), PDF)).statusCode).toBe(404)
    for (const id of [own, other]) await bench.issue(event, id)
    const { Registrations } = (await member.get('/api/self/events/registrations')).json()
    expect(Registrations).toMatchObject([{ RegistrationId: own, CertificateNumber: expect.stringMatching(/^C-\d+$/) }])
    const answer = await member.get(url(own), PDF)
    expect(answer.statusCode, answer.body).toBe(200)
    expect((await readPdf(answer.rawPayload)).title).toBe(`Certificate ${Registrations[0].CertificateNumber}`)
    expect((await member.get(url(other), PDF)).statusCode).toBe(404)
    expect((await member.get(`${url(own)}?format=docx`)).statusCode).toBe(400)
    expect(await refusal(bench.mine.get(url(own)))).toEqual([403, 'not-a-member'])
    expect((await bench.server.app.inject({ url: url(own) })).statusCode).toBe(401)
  })
})
