import { afterAll, beforeAll, expect, test } from 'vitest'
import { DATA_TYPE } from '#areas/people/custom-fields/custom-fields.model'
import { addField } from '#test/support/people/custom-fields'
import { openValues, type ValuesBench } from '#test/support/people/membership-values'

let bench: ValuesBench
let membership = ''
let contact = ''
beforeAll(async () => {
  bench = await openValues()
  const { MembershipId, ContactId } = await bench.join()
  membership = `/api/memberships/${MembershipId}`
  contact = `/api/contacts/person/${ContactId}`
})
afterAll(() => bench.steps.server.close())

/** The status of a save, and the value in the response. */
const outcome = async (url: string, Name: string, Value: string) => {
  const { caller } = bench.steps
  const { AuditId } = (await caller.get(url)).json()
  const answer = await caller.post(url, { AuditId, forceSave: true, CustomFields: [{ Name, Value }] })
  const { code, errors, CustomFields = [] } = answer.json()
  const item = CustomFields.find((one: { Name: string }) => one.Name === Name)
  return { answer: [answer.statusCode, code, errors], value: item?.Value, words: item?.DisplayValue }
}

const TEXTS = [
  'x',
  ' ',
  '',
  '007',
  '-1.50',
  '3',
  '12345678901234567890',
  '2024-02-29',
  '2023-02-29',
  'true',
  '[]',
  '752',
]

/** Whether the type has its own choices in each field. */
const BY_ID: string[] = ['select', 'multiSelect']

test.each(Object.entries(DATA_TYPE))(
  'values of type %s are read, refused and shown as those of contacts are',
  async (type, dataTypeId) => {
    const { steps, field } = bench
    const more = {
      ...(type === 'scale' && { scaleMinimum: 1, scaleMaximum: 5 }),
      ...(BY_ID.includes(type) && { choices: ['A', 'B'] }),
    }
    const name = `Every${type}`
    const ours = await field(name, dataTypeId, more)
    const theirs = await addField(steps.server.database, steps.caller.tenant.id, { name, dataTypeId, ...more })
    for (const text of [...TEXTS, 'https://example.org'])
      expect(await outcome(membership, name, text), text).toEqual(await outcome(contact, name, text))
    const chosen = (ids: number[]) => (type === 'select' ? String(ids[1]) : `[${ids}]`)
    const own = await outcome(membership, name, chosen(ours.choiceIds))
    const same = await outcome(contact, name, chosen(theirs.choiceIds))
    expect([own.answer, own.words]).toEqual([same.answer, same.words])
    if (BY_ID.includes(type))
      expect([own.answer[0], own.value]).toEqual([
        200,
        type === 'select' ? chosen(ours.choiceIds) : `[${ours.choiceIds.join(', ')}]`,
      ])
  },
)
