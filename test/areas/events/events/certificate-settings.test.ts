import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CertificatesBench, openCertificates } from '#test/support/events/certificates'
import { refusal } from '#test/support/people/contact-parts'

let bench: CertificatesBench
beforeAll(async () => {
  bench = await openCertificates()
})
afterAll(() => bench.server.close())

describe('the settings of certificates', () => {
  test('are saved with the event, with two decimals', async () => {
    const CertificationId = await bench.certification()
    const { eventId } = await bench.course({ CertificationId, CertificateHours: 1.256, MailsCertificates: true })
    const settings = {
      HasCertificates: true,
      CertificationId,
      CertificateHours: 1.26,
      CertificateCredits: 4,
      MailsCertificates: true,
    }
    expect(await bench.read(eventId)).toMatchObject(settings)
    await bench.save(eventId, { AuditId: 1, Name: 'Renamed' })
    expect(await bench.read(eventId)).toMatchObject({ ...settings, Name: 'Renamed' })
    await bench.save(eventId, { AuditId: 2, CertificationId: null, HasCertificates: false })
    expect(await bench.read(eventId)).toMatchObject({ HasCertificates: false, CertificationId: null })
    const plain = await bench.gala()
    const none = {
      MailsCertificates: false,
      HasCertificates: false,
      CertificationId: null,
      CertificateHours: 0,
      CertificateCredits: 0,
    }
    expect(await bench.read(plain.eventId)).toMatchObject(none)
  })

  test('refuse a certification that does not exist, also of another tenant, and negative amounts', async () => {
    const { eventId } = await bench.course()
    const sent = { Name: 'Theirs', CertificationCompletionType: 1, RequiredAmount: 1 }
    const { CertificationId } = (await bench.theirs.post('/api/contacts/certifications/0', sent)).json()
    for (const id of [CertificationId, 2_147_483_647])
      expect(await refusal(bench.save(eventId, { AuditId: 1, CertificationId: id }))).toEqual([422, '/CertificationId'])
    for (const field of ['CertificateHours', 'CertificateCredits'])
      expect(await refusal(bench.save(eventId, { AuditId: 1, [field]: -1 }))).toEqual([400, `/${field}`])
  })
})
