import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  connect,
  contactsOf,
  type ExchangeBench,
  makeMember,
  makePair,
  ok,
  openExchangeBench,
  type Pair,
} from '#test/support/integration/connections'
import { addField } from '#test/support/people/custom-fields'

let bench: ExchangeBench
let pair: Pair
beforeAll(async () => {
  bench = await openExchangeBench()
  pair = await makePair(bench)
})
afterAll(() => bench.close())

describe('the custom fields of a connection', () => {
  it('cross by name and type, choices by their names, and only if they are selected', async () => {
    const { database } = bench.server
    const make = async (tenantId: number) => ({
      text: await addField(database, tenantId, { name: 'license', dataTypeId: 1 }),
      choice: await addField(database, tenantId, { name: 'region', dataTypeId: 13, choices: ['North', 'South'] }),
      hidden: await addField(database, tenantId, { name: 'hidden', dataTypeId: 1 }),
    })
    // The ids of fields and choices differ between the tenants.
    const theirs = await make(pair.source.tenant.id)
    const ours = await make(pair.target.tenant.id)
    const linked = await connect(bench, pair, {
      IsIndividualCustomFields: true,
      IndividualCustomFields: [theirs.text, theirs.choice].map(({ id }) => ({ Id: id, IsSelected: true })),
    })
    await makeMember(pair.source, linked.sourceTypeId, {
      LastName: 'Valued',
      CustomFields: [
        { CustomFieldId: theirs.text.id, Value: 'L-17' },
        { CustomFieldId: theirs.choice.id, Value: String(theirs.choice.choiceIds[1]) },
        { CustomFieldId: theirs.hidden.id, Value: 'private' },
      ],
    })
    await bench.settle()
    const copyId = (await contactsOf(pair.target)).get('Ada Valued')
    const values = await database.system.customFieldValue.findMany({
      where: { tenantId: pair.target.tenant.id, objectId: Number(copyId) },
      orderBy: { fieldId: 'asc' },
    })
    expect(values.map(({ fieldId, textValue, refId }) => [fieldId, textValue, refId])).toEqual([
      [ours.text.id, 'L-17', null],
      [ours.choice.id, null, ours.choice.choiceIds[1]],
    ])
    const url = `/api/contacts/person/${copyId}`
    const { AuditId } = await ok<{ AuditId: number }>(pair.target.get(url))
    const save = (fieldId: number) =>
      pair.target.post(url, { AuditId, forceSave: true, CustomFields: [{ CustomFieldId: fieldId, Value: 'changed' }] })
    expect((await save(ours.text.id)).json()).toMatchObject({ code: 'synchronized' })
    await ok(save(ours.hidden.id))
    const used = await pair.target.delete(`/api/customfields/${ours.text.id}/1`)
    expect([used.statusCode, used.json().code]).toEqual([409, 'in-use'])
  })
})
