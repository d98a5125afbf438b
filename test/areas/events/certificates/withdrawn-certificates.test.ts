import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CertificatesBench, openCertificates } from '#test/support/events/certificates'
import { type Gala, pathOf } from '#test/support/events/registered'

let bench: CertificatesBench
beforeAll(async () => {
  bench = await openCertificates()
})
afterAll(() => bench.server.close())

const documentOf = (event: Gala, id: number) =>
  bench.mine.get(pathOf(event, id, 'certificate/document'), { accept: 'application/pdf' })
const kindsOf = (id: number) => bench.kindsOf('eventcertificate', id)

describe('the undo of a check-in', () => {
  test('withdraws the certificate and takes its hours and credits back', async () => {
    const { CertificationId, event, contactId, id } = await bench.withContact()
    const started = { CertificationId, HoursEarned: 4, CreditsEarned: 1 }
    await bench.mine.post(`/api/contacts/${contactId}/certifications/0`, started)
    const { body } = await bench.good('issueEventCertificate', bench.issue(event, id))
    expect(await bench.certificationsOf(contactId)).toMatchObject([{ HoursEarned: 10.5, Status: 3 }])
    await bench.good('undoEventCheckIn', bench.undo(event, id))
    const entry = { HoursEarned: 4, CreditsEarned: 1, Status: 1, CompletedDate: null }
    expect(await bench.certificationsOf(contactId)).toMatchObject([entry])
    expect(await bench.certificatesOf(event)).toEqual([])
    expect(await kindsOf(Number(body.EventCertificateId))).toEqual([
      'eventcertificate.issued',
      'eventcertificate.withdrawn',
    ])
    expect((await documentOf(event, id)).statusCode).toBe(404)
    await bench.mine.post(pathOf(event, id, 'checkin'), {})
    await bench.good('issueEventCertificate', bench.issue(event, id))
    expect(await bench.certificationsOf(contactId)).toMatchObject([{ HoursEarned: 10.5, Status: 3 }])
  })

  test('leaves the contact the hours if another of its registrations attended', async () => {
    const { CertificationId, event, contactId, id } = await bench.withContact()
    const other = await bench.attended(event, contactId)
    await bench.good('issueEventCertificate', bench.issue(event, id))
    const { body } = await bench.good('issueEventCertificate', bench.issue(event, other))
    expect(body.CertificationId).toBeNull()
    await bench.good('undoEventCheckIn', bench.undo(event, id))
    expect(await bench.certificatesOf(event)).toMatchObject([{ RegistrationId: other, AuditId: 2, CertificationId }])
    expect(await bench.certificationsOf(contactId)).toMatchObject([{ HoursEarned: 6.5, CreditsEarned: 4 }])
    expect(await kindsOf(Number(body.EventCertificateId))).toEqual([
      'eventcertificate.issued',
      'eventcertificate.updated',
    ])
    await bench.good('undoEventCheckIn', bench.undo(event, other))
    expect(await bench.certificationsOf(contactId)).toMatchObject([{ HoursEarned: 0, CreditsEarned: 0 }])
  })

  test('takes back no more than the contact has, and nothing of a certification that was removed', async () => {
    const { event, contactId, id } = await bench.withContact()
    await bench.issue(event, id)
    const [entry] = await bench.certificationsOf(contactId)
    const path = `/api/contacts/${contactId}/certifications/${entry?.CertificationContactId}`
    await bench.mine.post(path, { AuditId: entry?.AuditId, HoursEarned: 1 })
    await bench.good('undoEventCheckIn', bench.undo(event, id))
    expect(await bench.certificationsOf(contactId)).toMatchObject([{ HoursEarned: 0, CreditsEarned: 0 }])
    const removed = await bench.withContact()
    await bench.issue(removed.event, removed.id)
    const [gone] = await bench.certificationsOf(removed.contactId)
    await bench.mine.delete(`/api/contacts/${removed.contactId}/certifications/${gone?.CertificationContactId}`)
    expect(await bench.certificatesOf(removed.event)).toMatchObject([{ CertificationId: null, Hours: 6.5 }])
    await bench.good('undoEventCheckIn', bench.undo(removed.event, removed.id))
    expect(await bench.certificationsOf(removed.contactId)).toEqual([])
  })
})
