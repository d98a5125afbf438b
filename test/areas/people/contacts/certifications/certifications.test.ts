import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/api/contact-parts'

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

describe('a contact’s certification', () => {
  test('completes by itself when the hours are there, and reopens when they are not', async () => {
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
    const shown = (
      await bench.good('listContactCertifications', bench.mine.get(`/api/contacts/${contactId}/certifications`))
    ).body
    expect(shown).toMatchObject([{ HoursEarned: 39.99 }])
  })

  test('waits for review where one is required', async () => {
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

  test('by review is decided by staff alone', async () => {
    const { url, first } = await start({ CertificationCompletionType: 3 }, { HoursEarned: 500 })
    expect(first).toMatchObject({ Status: 1, PercentComplete: 0 })
    expect(await progress(url, { AuditId: 1, Status: 2 })).toMatchObject({ Status: 2, PercentComplete: 0 })
    expect(await post('reviewContactCertification', `${url}/review`, { AuditId: 2, IsApproved: true })).toMatchObject({
      Status: 3,
      PercentComplete: 100,
    })
  })

  test('expires by the day; sent back as it was read nothing changes', async () => {
    const { url } = await start({ CertificationCompletionType: 3, ExpiresInMonths: 6 }, { StartDate: '2020-01-01' })
    await progress(url, { AuditId: 1, Status: 2 })
    const review = { AuditId: 2, IsApproved: true, CompletedDate: '2020-02-29' }
    const expired = await post('reviewContactCertification', `${url}/review`, review)
    expect(expired).toMatchObject({ Status: 4, ExpirationDate: '2020-08-29', PercentComplete: 100 })
    expect(await progress(url, { ...expired, AuditId: 3 })).toMatchObject({ Status: 4, CompletedDate: '2020-02-29' })
    expect(await progress(url, { AuditId: 4, Status: 1 })).toMatchObject({ Status: 1, CompletedDate: null })
  })

  test('shows on the organization as it stands today, like in its own list', async () => {
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

  test('is withdrawn and taken up again', async () => {
    const { url } = await start({ RequiredAmount: 10 }, { HoursEarned: 5 })
    expect(await progress(url, { AuditId: 1, Status: 5 })).toMatchObject({ Status: 5, PercentComplete: 50 })
    expect(await progress(url, { AuditId: 2, HoursEarned: 6 })).toMatchObject({ Status: 5 })
    expect(await progress(url, { AuditId: 3, Status: 1 })).toMatchObject({ Status: 1, PercentComplete: 60 })
  })

  test('takes no status that the server gives, and is there once', async () => {
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
    expect(await refusal(bench.theirs.delete(`/api/contacts/${url}`))).toEqual([404, 'not-found'])
    expect((await bench.mine.delete(`/api/contacts/${url}`)).statusCode).toBe(200)
    expect((await again()).statusCode).toBe(200)
  })

  test('is started once, also when many start it', async () => {
    const contactId = await bench.person()
    const CertificationId = await certification({ RequiredAmount: 1 })
    const begin = () => bench.mine.post(`/api/contacts/${contactId}/certifications/0`, { CertificationId })
    const answers = await Promise.all(Array.from({ length: 6 }, begin))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409, 409])
  })
})

describe('a certification of the tenant', () => {
  test('is changed by the fields sent, named once, and kept while contacts have it', async () => {
    const { CertificationId, url } = await start({ RequiredAmount: 5, Name: 'Named', SettingJson: '{"a":1}' })
    const changed = await post('saveCertification', `certifications/${CertificationId}`, { RequiredAmount: 6.255 })
    expect(changed).toMatchObject({ Name: 'Named', RequiredAmount: 6.26, SettingJson: '{"a":1}', ContactCount: 1 })
    const save = (body: Json) => refusal(bench.mine.post('/api/contacts/certifications/0', body))
    expect(await save({ Name: 'NAMED', RequiredAmount: 1 })).toEqual([409, 'duplicate'])
    expect(await refusal(bench.mine.delete(`/api/contacts/certifications/${CertificationId}`))).toEqual([409, 'in-use'])
    await bench.mine.delete(`/api/contacts/${url}`)
    expect((await bench.mine.delete(`/api/contacts/certifications/${CertificationId}`)).statusCode).toBe(200)
    const listed = (await bench.good('listCertifications', bench.mine.get('/api/contacts/certifications')))
      .body as Json[]
    expect(listed.map((row) => row.CertificationId)).not.toContain(CertificationId)
  })

  test.each([
    [{ RequiredAmount: 1 }, '/Name'],
    [{ Name: 'x' }, '/RequiredAmount'],
    [{ Name: 'x', CertificationCompletionType: 2, RequiredAmount: 0 }, '/RequiredAmount'],
    [{ Name: 'x', CertificationCompletionType: 4 }, '/CertificationCompletionType'],
    [{ Name: 'x', RequiredAmount: 1, ExpiresInMonths: 0 }, '/ExpiresInMonths'],
    [{ Name: 'x', RequiredAmount: 1, SettingJson: '[1]' }, '/SettingJson'],
    [{ Name: 'x', RequiredAmount: 1, SettingJson: '{' }, '/SettingJson'],
  ])('refuses %j', async (body, pointer) => {
    expect(await refusal(bench.mine.post('/api/contacts/certifications/0', body))).toEqual([400, pointer])
  })

  test('of another tenant is missing', async () => {
    const id = await certification({ RequiredAmount: 1 })
    expect(await refusal(bench.theirs.post(`/api/contacts/certifications/${id}`, { Name: 'x' }))).toEqual([
      404,
      'not-found',
    ])
    expect(await refusal(bench.theirs.delete(`/api/contacts/certifications/${id}`))).toEqual([404, 'not-found'])
  })
})
