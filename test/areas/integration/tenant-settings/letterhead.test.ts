import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { PIXEL, upload } from '#test/support/integration/files'

let server: TestApp
let caller: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  caller = await server.tenant()
})
afterAll(() => server.close())

const URL = '/api/settings/tenant'
const NONE = { OrganizationName: null, OrganizationAddress: null, TaxNumber: null, BankDetails: null, LogoFileId: null }
const save = async (body: object) => caller.post(URL, { AuditId: (await caller.get(URL)).json().AuditId, ...body })
const saved = async (body: object) => {
  const response = await save(body)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

describe('POST /api/settings/tenant (saveTenantSettings) with what documents show', () => {
  it('sets what documents show of the organization, with a picture of the caller as the logo', async () => {
    const lines = { OrganizationAddress: ' 12 Harbor Street \r\nPortland ', BankDetails: 'Account 1' }
    expect(await saved({ ...lines, OrganizationName: ' Harbor ', TaxNumber: '' })).toMatchObject({
      OrganizationAddress: '12 Harbor Street\nPortland',
      BankDetails: 'Account 1',
      OrganizationName: 'Harbor',
      TaxNumber: null,
    })
    const tooMany = await save({ BankDetails: 'x\n'.repeat(11).concat('x') })
    expect(tooMany.json().errors).toMatchObject([{ pointer: '/BankDetails' }])
    const { LogoFileId } = await saved({ LogoFileId: await upload(caller, 'a.png', PIXEL) })
    expect((await caller.get(`/api/files/${LogoFileId}`)).json()).toMatchObject({ OwnerKind: 'tenantsettings' })
    expect((await caller.delete(`/api/files/${LogoFileId}`)).statusCode).toBe(409)
    expect(await saved({ LogoFileId })).toMatchObject({ LogoFileId })
    const text = await upload(caller, 'a.txt', 'text')
    expect((await save({ LogoFileId: text })).json()).toMatchObject({ code: 'unreadable-picture' })
    expect((await save({ LogoFileId: 999_999 })).json()).toMatchObject({ code: 'unknown-reference' })
    expect(await saved({ ...NONE, LogoFileId: 0 })).toMatchObject(NONE)
    expect((await caller.get(`/api/files/${LogoFileId}`)).statusCode).toBe(404)
  })
})
