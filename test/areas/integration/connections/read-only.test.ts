import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestCaller } from '#test/support/build-app'
import {
  type Connected,
  connect,
  contactsOf,
  type ExchangeBench,
  makeMember,
  makePair,
  ok,
  openExchangeBench,
} from '#test/support/integration/connections'
import { addField } from '#test/support/people/custom-fields'

interface Copy {
  AuditId: number
  ContactList: { Kind: string; Id: number; Value: string; TypeId: number; Status?: number }[]
}

interface MembershipRow {
  ContactId: number
  MembershipId: number
  Status: string
  Actions: string[]
}

let bench: ExchangeBench
let linked: Connected
beforeAll(async () => {
  bench = await openExchangeBench()
  linked = await connect(bench, await makePair(bench))
})
afterAll(() => bench.close())

const makeCopy = async (LastName: string, body: object = {}): Promise<{ id: number; copyId: number }> => {
  const id = await makeMember(linked.source, linked.sourceTypeId, { LastName, ...body })
  await bench.settle()
  return { id, copyId: Number((await contactsOf(linked.target)).get(`Ada ${LastName}`)) }
}

const membershipOf = async (caller: TestCaller, contactId: number): Promise<MembershipRow> => {
  const { Results } = await ok<{ Results: MembershipRow[] }>(caller.get('/api/memberships'))
  const found = Results.find(({ ContactId }) => ContactId === contactId)
  if (!found) throw new Error(`contact ${contactId} has no membership`)
  return found
}

const codeOf = ({ statusCode, json }: { statusCode: number; json(): { code?: string } }) => [statusCode, json().code]

describe('POST /api/contacts/person/{contactId} (savePerson) of a synchronized contact', () => {
  it('changes the status of an email, which is known here, but not the email', async () => {
    const { copyId } = await makeCopy('Bounced', {
      ContactList: [{ Kind: 'email', Value: 'ada@example.org', TypeId: 2 }],
    })
    const url = `/api/contacts/person/${copyId}`
    const { AuditId, ContactList } = await ok<Copy>(linked.target.get(url))
    const [email] = ContactList
    await ok(linked.target.post(url, { AuditId, ContactList: [{ ...email, Status: 2 }], forceSave: true }))
    const changed = await ok<Copy>(linked.target.get(url))
    expect(changed.ContactList).toMatchObject([{ Value: 'ada@example.org', Status: 2 }])
    const other = { ...email, Value: 'eve@example.org', Status: 2 }
    const refused = await linked.target.post(url, { AuditId: changed.AuditId, ContactList: [other], forceSave: true })
    expect(codeOf(refused)).toEqual([409, 'synchronized'])
  })
})

describe('POST /api/memberships/{membershipId} (saveMembership) of a synchronized membership', () => {
  it('changes its custom fields, which the target has itself, but not its renewal', async () => {
    const { database } = bench.server
    const field = await addField(database, linked.target.tenant.id, { name: 'badge', dataTypeId: 1, objectTypeId: 4 })
    const { copyId } = await makeCopy('Badged')
    const { MembershipId, Actions } = await membershipOf(linked.target, copyId)
    expect(Actions).toEqual(['view', 'edit'])
    const url = `/api/memberships/${MembershipId}`
    await ok(linked.target.post(url, { CustomFields: [{ CustomFieldId: field.id, Value: 'B-7' }] }))
    const where = { tenantId: linked.target.tenant.id, fieldId: field.id, objectId: MembershipId }
    expect(await database.system.customFieldValue.findMany({ where })).toMatchObject([{ textValue: 'B-7' }])
    expect(codeOf(await linked.target.post(url, { AutoRenew: true }))).toEqual([409, 'synchronized'])
  })
})

describe('POST /api/memberships/{membershipId}/paymentmethod (saveMembershipPaymentMethod) of a synchronized membership', () => {
  it('returns 409 synchronized, because nothing is invoiced here, and removes one that was stored before', async () => {
    const { copyId } = await makeCopy('Carded')
    const { target } = linked
    const { PaymentGatewayId } = await ok<{ PaymentGatewayId: number }>(
      target.post('/api/paymentgateways/0', { Name: 'Cards' }),
    )
    const { MembershipId } = await membershipOf(target, copyId)
    const url = `/api/memberships/${MembershipId}/paymentmethod`
    expect(codeOf(await target.post(url, { PaymentToken: 'tok_visa', PaymentGatewayId }))).toEqual([
      409,
      'synchronized',
    ])
    await ok(target.post(url, { PaymentToken: null }))
  })
})

describe('POST /api/contacts/merge (mergeContacts)', () => {
  const versionOf = async (id: number) =>
    (await ok<{ AuditId: number }>(linked.target.get(`/api/contacts/person/${id}`))).AuditId
  const merge = async (WinnerContactId: number, LoserContactId: number) =>
    linked.target.post('/api/contacts/merge', {
      WinnerContactId,
      WinnerAuditId: await versionOf(WinnerContactId),
      LoserContactId,
      LoserAuditId: await versionOf(LoserContactId),
    })
  const makeOwn = async (LastName: string) => {
    const body = { FirstName: 'Ada', LastName, forceSave: true }
    return (await ok<{ ContactId: number }>(linked.target.post('/api/contacts/person/0', body))).ContactId
  }
  const actionsOf = async (id: number) => {
    const { Results } = await ok<{ Results: { Actions: string[] }[] }>(
      linked.target.get(`/api/contacts?$filter=ContactId eq ${id}`),
    )
    return Results[0]?.Actions
  }

  it('returns 409 synchronized for a synchronized contact on either side, and names the connection', async () => {
    const { copyId } = await makeCopy('Merging')
    const own = await makeOwn('Own')
    for (const refused of [await merge(copyId, own), await merge(own, copyId)])
      expect(refused.json()).toMatchObject({ code: 'synchronized', ConnectionId: linked.connectionId })
    expect(await actionsOf(copyId)).toEqual(['view', 'edit'])
  })

  it('merges into a contact that was released, but not a contact whose membership is still that of the source', async () => {
    const { id, copyId } = await makeCopy('Released')
    await ok(linked.source.post(`/api/memberships/${(await membershipOf(linked.source, id)).MembershipId}/cancel`))
    await bench.settle()
    expect((await membershipOf(linked.target, copyId)).Status).toBe('Cancelled')
    expect(await actionsOf(copyId)).toEqual(['view', 'edit', 'delete'])
    const own = await makeOwn('Duplicate')
    expect((await merge(own, copyId)).json()).toMatchObject({ code: 'synchronized', ConnectionId: linked.connectionId })
    await ok(merge(copyId, own))
  })
})
