import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

let made = 0
const post = async (operationId: string, url: string, body: Json) =>
  (await bench.good(operationId, bench.mine.post(`/api/contacts/${url}`, body))).body as Json
const certification = async (rules: Json): Promise<number> => {
  const saved = await post('saveCertification', 'certifications/0', { Name: `Planner ${++made}`, ...rules })
  return saved.CertificationId as number
}
const start = async (rules: Json, body: Json = {}) => {
  const contactId = await bench.person()
  const CertificationId = await certification(rules)
  const first = await post('saveContactCertification', `${contactId}/certifications/0`, { CertificationId, ...body })
  const url = `${contactId}/certifications/${first.CertificationContactId}`
  return { contactId, first, url, CertificationId }
}
const progress = (url: string, body: Json) => post('saveContactCertification', url, body)
const today = () => new Date().toISOString().slice(0, 10)

describe('POST /api/contacts/{contactId}/certifications/{certificationContactId} (saveContactCertification)', () => {
  test('completes the certification when the hours are earned, and reopens it when they are reduced', async () => {
    const { first, url, contactId } = await start({ RequiredAmount: 40, ExpiresInMonths: 12 }, { HoursEarned: 13.5 })
    expect(first).toMatchObject({ Status: 1, PercentComplete: 33, CompletedDate: null, StartDate: today() })
    const done = await progress(url, { AuditId: 1, HoursEarned: 40 })
    expect(done).toMatchObject({ Status: 3, PercentComplete: 100, CompletedDate: today() })
    expect(String(done.ExpirationDate).slice(0, 4)).toBe(String(Number(today().slice(0, 4)) + 1))
    expect(await progress(url, { AuditId: 2, HoursEarned: 39.99 })).toMatchObject({
      Status: 1,
      PercentComplete: 99,
      CompletedDate: null,
      ExpirationDate: null,
    })
    expect(await bench.version(contactId)).toBe(4)
  })

  test('shows an expired certification, and changes nothing if it is sent back as it was read', async () => {
    const { url } = await start({ CertificationCompletionType: 3, ExpiresInMonths: 6 }, { StartDate: '2020-01-01' })
    await progress(url, { AuditId: 1, Status: 2 })
    const review = { AuditId: 2, IsApproved: true, CompletedDate: '2020-02-29' }
    const expired = await post('reviewContactCertification', `${url}/review`, review)
    expect(expired).toMatchObject({ Status: 4, ExpirationDate: '2020-08-29', PercentComplete: 100 })
    expect(await progress(url, { ...expired, AuditId: 3 })).toMatchObject({ Status: 4, CompletedDate: '2020-02-29' })
    expect(await progress(url, { AuditId: 4, Status: 1 })).toMatchObject({ Status: 1, CompletedDate: null })
  })

  test('shows the current status on the organization as in its own list', async () => {
    const contactId = await bench.organization()
    const CertificationId = await certification({ CertificationCompletionType: 3, ExpiresInMonths: 6 })
    const first = await post('saveContactCertification', `${contactId}/certifications/0`, {
      CertificationId,
      StartDate: '2020-01-01',
    })
    const url = `${contactId}/certifications/${first.CertificationContactId}`
    await progress(url, { AuditId: 1, Status: 2 })
    const review = { AuditId: 2, IsApproved: true, CompletedDate: '2020-08-31' }
    const expired = await post('reviewContactCertification', `${url}/review`, review)
    expect(expired).toMatchObject({ Status: 4, ExpirationDate: '2021-02-28' })
    const { Certifications } = (await bench.mine.get(`/api/contacts/OrgGeneral/${contactId}`)).json()
    expect(Certifications).toMatchObject([{ Status: 4, PercentComplete: 100, Percentage: '100 %' }])
  })

  test('withdraws a certification, and starts it again', async () => {
    const { url } = await start({ RequiredAmount: 10 }, { HoursEarned: 5 })
    expect(await progress(url, { AuditId: 1, Status: 5 })).toMatchObject({ Status: 5, PercentComplete: 50 })
    expect(await progress(url, { AuditId: 2, HoursEarned: 6 })).toMatchObject({ Status: 5 })
    expect(await progress(url, { AuditId: 3, Status: 1 })).toMatchObject({ Status: 1, PercentComplete: 60 })
  })

  test('returns 422 for a status that the server sets, and 409 for a certification that the contact has', async () => {
    const { url, contactId, CertificationId } = await start({ RequiredAmount: 10 })
    for (const Status of [2, 3, 4])
      expect(await refusal(bench.mine.post(`/api/contacts/${url}`, { AuditId: 1, Status }))).toEqual([
        422,
        'status-fixed',
      ])
    const again = () => bench.mine.post(`/api/contacts/${contactId}/certifications/0`, { CertificationId })
    expect(await refusal(again())).toEqual([409, 'duplicate'])
    expect(await refusal(bench.mine.post(`/api/contacts/${contactId}/certifications/0`, {}))).toEqual([
      422,
      '/CertificationId',
    ])
    expect(await refusal(bench.mine.post(`/api/contacts/${url}`, { AuditId: 1, HoursEarned: -1 }))).toEqual([
      400,
      '/HoursEarned',
    ])
    const stranger = await bench.person(bench.theirs)
    expect(await refusal(bench.theirs.post(`/api/contacts/${stranger}/certifications/0`, { CertificationId }))).toEqual(
      [422, '/CertificationId'],
    )
  })

  test('starts a certification once for concurrent requests', async () => {
    const contactId = await bench.person()
    const CertificationId = await certification({ RequiredAmount: 1 })
    const begin = () => bench.mine.post(`/api/contacts/${contactId}/certifications/0`, { CertificationId })
    const answers = await Promise.all(Array.from({ length: 6 }, begin))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409, 409])
  })
})

describe('POST /api/contacts/certifications/{certificationId} (saveCertification)', () => {
  test('changes only the fields that are sent, and returns 409 for a name in use', async () => {
    const { CertificationId } = await start({ RequiredAmount: 5, Name: 'Named', SettingJson: '{"a":1}' })
    const changed = await post('saveCertification', `certifications/${CertificationId}`, { RequiredAmount: 6.255 })
    expect(changed).toMatchObject({ Name: 'Named', RequiredAmount: 6.26, SettingJson: '{"a":1}', ContactCount: 1 })
    const save = (body: Json) => refusal(bench.mine.post('/api/contacts/certifications/0', body))
    expect(await save({ Name: 'NAMED', RequiredAmount: 1 })).toEqual([409, 'duplicate'])
  })

  test.each([
    [{ RequiredAmount: 1 }, '/Name'],
    [{ Name: 'x' }, '/RequiredAmount'],
    [{ Name: 'x', CertificationCompletionType: 2, RequiredAmount: 0 }, '/RequiredAmount'],
    [{ Name: 'x', CertificationCompletionType: 4 }, '/CertificationCompletionType'],
    [{ Name: 'x', RequiredAmount: 1, ExpiresInMonths: 0 }, '/ExpiresInMonths'],
    [{ Name: 'x', RequiredAmount: 1, SettingJson: '[1]' }, '/SettingJson'],
    [{ Name: 'x', RequiredAmount: 1, SettingJson: '{' }, '/SettingJson'],
  ])('returns 400 for %j', async (body, pointer) => {
    expect(await refusal(bench.mine.post('/api/contacts/certifications/0', body))).toEqual([400, pointer])
  })

  test('returns 404 to another tenant', async () => {
    const id = await certification({ RequiredAmount: 1 })
    expect(await refusal(bench.theirs.post(`/api/contacts/certifications/${id}`, { Name: 'x' }))).toEqual([
      404,
      'not-found',
    ])
  })
})

describe('POST /api/contacts/{contactId}/certifications/{certificationContactId}/review (reviewContactCertification)', () => {
  test('completes an approved certification, and sets a rejected one back to in progress', async () => {
    const { url } = await start({ CertificationCompletionType: 2, RequiredAmount: 3, RequireAdminReview: true })
    expect(await refusal(bench.mine.post(`/api/contacts/${url}/review`, { AuditId: 1, IsApproved: true }))).toEqual([
      409,
      'not-awaiting-review',
    ])
    expect(await progress(url, { AuditId: 1, CreditsEarned: 3 })).toMatchObject({ Status: 2, PercentComplete: 100 })
    expect(await post('reviewContactCertification', `${url}/review`, { AuditId: 2, IsApproved: false })).toMatchObject({
      Status: 1,
    })
    expect(await progress(url, { AuditId: 3 })).toMatchObject({ Status: 2 })
    expect(await refusal(bench.mine.post(`/api/contacts/${url}/review`, { IsApproved: true }))).toEqual([
      409,
      'stale-audit-id',
    ])
    const future = { AuditId: 4, IsApproved: true, CompletedDate: '2999-01-01' }
    expect(await refusal(bench.mine.post(`/api/contacts/${url}/review`, future))).toEqual([400, '/CompletedDate'])
    expect(await post('reviewContactCertification', `${url}/review`, { AuditId: 4, IsApproved: true })).toMatchObject({
      Status: 3,
      CompletedDate: today(),
    })
    expect(await progress(url, { AuditId: 5, CreditsEarned: 4 })).toMatchObject({ Status: 3 })
  })

  test('completes a certification by review only when staff approves it', async () => {
    const { url, first } = await start({ CertificationCompletionType: 3 }, { HoursEarned: 500 })
    expect(first).toMatchObject({ Status: 1, PercentComplete: 0 })
    expect(await progress(url, { AuditId: 1, Status: 2 })).toMatchObject({ Status: 2, PercentComplete: 0 })
    expect(await post('reviewContactCertification', `${url}/review`, { AuditId: 2, IsApproved: true })).toMatchObject({
      Status: 3,
      PercentComplete: 100,
    })
  })
})

describe('GET /api/contacts/{contactId}/certifications (listContactCertifications)', () => {
  test('returns the certifications of the contact with their progress, and 404 to another tenant', async () => {
    const { contactId, first } = await start({ RequiredAmount: 40 }, { HoursEarned: 39.99 })
    const url = `/api/contacts/${contactId}/certifications`
    expect((await bench.good('listContactCertifications', bench.mine.get(url))).body).toEqual([first])
    expect(first).toMatchObject({ HoursEarned: 39.99, PercentComplete: 99 })
    expect(await refusal(bench.theirs.get(url))).toEqual([404, 'not-found'])
  })
})

describe('DELETE /api/contacts/{contactId}/certifications/{certificationContactId} (deleteContactCertification)', () => {
  test('removes the certification from the contact, which can start it again', async () => {
    const { url, contactId, CertificationId } = await start({ RequiredAmount: 10 })
    expect(await refusal(bench.theirs.delete(`/api/contacts/${url}`))).toEqual([404, 'not-found'])
    expect((await bench.mine.delete(`/api/contacts/${url}`)).statusCode).toBe(200)
    const again = await bench.mine.post(`/api/contacts/${contactId}/certifications/0`, { CertificationId })
    expect(again.statusCode).toBe(200)
  })
})

describe('GET /api/contacts/certifications (listCertifications)', () => {
  test('returns the certifications of the tenant by name, with the number of contacts', async () => {
    const { CertificationId } = await start({ RequiredAmount: 5, Name: 'Zymurgist' })
    const id = await certification({ RequiredAmount: 5, Name: 'Zoologist' })
    const { body } = await bench.good('listCertifications', bench.mine.get('/api/contacts/certifications'))
    const shown = body.filter((row) => row.CertificationId === CertificationId || row.CertificationId === id)
    expect(shown.map(({ Name, ContactCount }) => [Name, ContactCount])).toEqual([
      ['Zoologist', 0],
      ['Zymurgist', 1],
    ])
  })
})

describe('DELETE /api/contacts/certifications/{certificationId} (deleteCertification)', () => {
  test('returns 409 while a contact has the certification, and 404 to another tenant', async () => {
    const { CertificationId, url } = await start({ RequiredAmount: 5 })
    const own = `/api/contacts/certifications/${CertificationId}`
    expect(await refusal(bench.mine.delete(own))).toEqual([409, 'in-use'])
    expect(await refusal(bench.theirs.delete(own))).toEqual([404, 'not-found'])
    await bench.mine.delete(`/api/contacts/${url}`)
    expect((await bench.mine.delete(own)).statusCode).toBe(200)
    const { body } = await bench.good('listCertifications', bench.mine.get('/api/contacts/certifications'))
    expect(body.map((row) => row.CertificationId)).not.toContain(CertificationId)
  })
})
