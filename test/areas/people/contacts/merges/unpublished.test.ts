import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { contactsApi } from '#test/support/people/contacts'

let test: TestApp
let api: ReturnType<typeof contactsApi>
let tenantId: number
beforeAll(async () => {
  test = await buildTestApp()
  api = contactsApi(await test.tenant())
  tenantId = api.caller.tenant.id
})
afterAll(() => test.close())

const merge = (WinnerContactId: number, LoserContactId: number) =>
  api.caller.post('/api/contacts/merge', { WinnerContactId, WinnerAuditId: 1, LoserContactId, LoserAuditId: 1 })

describe('POST /api/contacts/merge (mergeContacts): what is not published', () => {
  it('keeps emails, phones, websites and addresses unpublished that either contact does not publish', async () => {
    const entries = (isUnpublished: boolean) => ({
      LastName: 'Private',
      forceSave: true,
      ContactList: [
        { Kind: 'email', Value: 'private@x.example', IsUnpublished: isUnpublished },
        { Kind: 'phone', Value: '+49 431 5550100', IsUnpublished: isUnpublished },
        { Kind: 'website', Value: 'https://private.example', IsUnpublished: isUnpublished },
      ],
      Addresses: [{ Address1: 'Hafen 1', City: 'Kiel', CountryId: 276, IsUnpublished: isUnpublished }],
    })
    for (const [winnerHides, loserHides] of [
      [false, true],
      [true, false],
      [false, false],
    ] as const) {
      const winner = await api.person(entries(winnerHides))
      const loser = await api.person(entries(loserHides))
      expect((await merge(winner.ContactId, loser.ContactId)).statusCode).toBe(200)
      const where = { tenantId, contactId: winner.ContactId }
      const { system } = test.database
      const kept = [
        ...(await system.contactEmail.findMany({ where })),
        ...(await system.contactPhone.findMany({ where })),
        ...(await system.contactWebsite.findMany({ where })),
        ...(await system.contactAddress.findMany({ where })),
      ]
      expect(kept.map(({ isUnpublished }) => isUnpublished)).toEqual(Array(4).fill(winnerHides || loserHides))
    }
  })
})
