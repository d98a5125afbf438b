import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  EXPIRE_REGISTRATION_LINK,
  expireLink,
  MAIL_REGISTRATION_LINK,
} from '#areas/events/public-registration/links/links.service'
import { systemScope } from '#kernel/outbox/deliver'
import { faultsOf, openRegistrations, PAYER, person, type RegistrationsBench } from '#test/support/events/registrations'
import { runJobs } from '#test/support/jobs/run-jobs'

let bench: RegistrationsBench
let now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openRegistrations(() => now)
})
afterAll(() => bench.server.close())

type Form = ReturnType<typeof formOf>
const formOf = (type: unknown, EmailAddress = `payer${Math.random()}@crest.example`) => ({
  BillingInfo: { ...PAYER, EmailAddress },
  Registrations: [person(type)],
})

const post = async (operation: string, id: unknown, payload: object, key = bench.mine.tenant.key) => {
  const url = `/api/public/events/${operation}/${id}`
  const response = await bench.server.app.inject({ method: 'POST', url, payload, headers: { 'x-tenant-key': key } })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

const newestMail = (toAddress: string) =>
  bench.server.database.system.mailMessage.findFirstOrThrow({ where: { toAddress }, orderBy: { id: 'desc' } })

/** Requests a link, and returns the token of the mail. */
const linkFor = async (id: number, form: Form): Promise<string> => {
  expect(await post('link', id, form)).toMatchObject({
    Status: 0,
    Data: { EmailAddress: form.BillingInfo.EmailAddress },
  })
  await runJobs(bench.server, MAIL_REGISTRATION_LINK)
  const { data } = await newestMail(form.BillingInfo.EmailAddress)
  const { url } = (data as { registration: { url: string } }).registration
  expect(url).toContain(`/events/${bench.mine.tenant.key}/${id}/links/link_`)
  return url.split('/').at(-1) ?? ''
}

describe('POST /api/public/events/link/{id} (mailRegistrationLink)', () => {
  test('mails a link once, and reserves nothing', async () => {
    const { id, full } = await bench.congress({ Capacity: 10 })
    const form = formOf(full)
    const answer = await post('link', id, { ...form, CaptchaResponse: 'x' })
    expect(answer).toEqual({
      Status: 0,
      StatusMessage: null,
      Errors: [],
      Data: { EmailAddress: form.BillingInfo.EmailAddress, Expires: '2030-03-01T14:00:00.000Z', Form: null },
    })
    await runJobs(bench.server, MAIL_REGISTRATION_LINK)
    await runJobs(bench.server, MAIL_REGISTRATION_LINK)
    const { system } = bench.server.database
    expect(await system.mailMessage.count({ where: { toAddress: form.BillingInfo.EmailAddress } })).toBe(1)
    expect(await system.eventOrder.count({ where: { eventId: id, tenantId: bench.mine.tenant.id } })).toBe(0)
  })

  test('rejects a form with faults, an event that does not exist, and that of another tenant', async () => {
    const { id, full } = await bench.congress()
    const refused = await post('link', id, { ...formOf(full), BillingInfo: { FirstName: 'Dana' } })
    expect(faultsOf(refused)).toEqual([
      ['/BillingInfo/LastName', 'required'],
      ['/BillingInfo/EmailAddress', 'required'],
    ])
    expect(await post('link', id, formOf(full), bench.theirs.tenant.key)).toMatchObject({ Status: 404, Data: null })
    expect(await post('link', 999_999_999, formOf(full))).toMatchObject({ Status: 404 })
  })

  test('mails 3 links to one address at most, in any spelling of it', async () => {
    const { id, full } = await bench.congress()
    const results = await Promise.all(
      [
        'many@crest.example',
        'MANY@crest.example',
        'many@CREST.example',
        'many@crest.example',
        'Many@crest.example',
      ].map(async (address) => (await post('link', id, formOf(full, address))).Status),
    )
    expect(results.sort()).toEqual([0, 0, 0, 409, 409])
  })
})

describe('POST /api/public/events/openlink/{id} (openRegistrationLink)', () => {
  test('returns the form until the link is used or has expired', async () => {
    const { id, full } = await bench.congress()
    const form = formOf(full)
    const Token = await linkFor(id, form)
    const opened = await post('openlink', id, { Token })
    expect(JSON.parse(opened.Data.Form)).toEqual(form)
    expect(await post('openlink', id, { Token })).toMatchObject({ Status: 0 })
    expect(await post('openlink', id, { Token }, bench.theirs.tenant.key)).toMatchObject({ Status: 404, Data: null })
    expect(await post('openlink', id, { Token: `${Token.slice(0, -4)}aaaa` })).toMatchObject({ Status: 404 })
    now = new Date('2030-03-01T14:00:00Z')
    expect(await post('openlink', id, { Token })).toMatchObject({ Status: 404 })
    expect(await post('register_v2', id, { ...form, CaptchaResponse: Token })).toMatchObject({ Status: 422 })
    const { database, app } = bench.server
    const scope = await systemScope({ database, clock: { now: () => now }, log: app.log }, bench.mine.tenant.id)
    const { id: linkId } = await database.system.eventRegistrationLink.findFirstOrThrow({
      where: { tenantId: bench.mine.tenant.id, eventId: id },
    })
    await expireLink(scope, linkId)
    expect(await database.system.eventRegistrationLink.count({ where: { eventId: id } })).toBe(0)
    now = new Date('2030-03-01T12:00:00Z')
  })

  test('is deleted by a job when its time has run out, not before', async () => {
    const { id, full } = await bench.congress()
    const Token = await linkFor(id, formOf(full))
    await runJobs(bench.server, EXPIRE_REGISTRATION_LINK)
    expect(await post('openlink', id, { Token })).toMatchObject({ Status: 0 })
  })
})

describe('POST /api/public/events/register_v2/{id} (registerAttendeesV2) with the token of a link', () => {
  const register = (id: number, form: object, CaptchaResponse: string) =>
    post('register_v2', id, { ...form, CaptchaResponse })

  test('makes one cart, and can change and submit only that', async () => {
    const { id, free, full } = await bench.congress()
    const form = formOf(free)
    const token = await linkFor(id, form)
    const answers = await Promise.all([1, 2, 3].map(() => register(id, form, token)))
    expect(answers.map(({ Status }) => Status).sort()).toEqual([0, 422, 422])
    const { CartKey } = answers.find(({ Status }) => Status === 0).Data
    expect(await post('openlink', id, { Token: token })).toMatchObject({ Status: 404 })

    const changed = { ...form, CartKey, Registrations: [person(free), person(free)] }
    expect(await register(id, changed, token)).toMatchObject({ Status: 0, Data: { CartKey } })
    const other = { ...changed, BillingInfo: { ...form.BillingInfo, EmailAddress: 'other@crest.example' } }
    expect(faultsOf(await register(id, other, token))).toEqual([['/CaptchaResponse', 'captcha']])
    const foreign = await register(id, formOf(full), await bench.captcha(id))
    const submit = (key: string) =>
      post('submit', id, { CartKey: key, PaymentKind: 'Free', CaptchaResponse: token, ExpectedTotal: 0 })
    expect(faultsOf(await submit(foreign.Data.CartKey))).toEqual([['/CaptchaResponse', 'captcha']])
    expect(await submit(CartKey)).toMatchObject({ Status: 0, Data: { PaymentStatus: 'Free' } })
  })

  test('is not used up by a form that is refused, and not valid for another address', async () => {
    const { id, free } = await bench.congress()
    const form = formOf(free)
    const token = await linkFor(id, form)
    const other = { ...form, BillingInfo: { ...form.BillingInfo, EmailAddress: 'other@crest.example' } }
    expect(await register(id, other, token)).toMatchObject({ Status: 422 })
    expect(await register(id, { ...form, Registrations: [person(free, { FirstName: '' })] }, token)).toMatchObject({
      Status: 422,
    })
    expect(await register(id, form, token)).toMatchObject({ Status: 0 })
  })
})
