import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRegistrations, PAYER, person, type RegistrationsBench } from '#test/support/events/registrations'
import { addField } from '#test/support/people/custom-fields'

let bench: RegistrationsBench
const now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openRegistrations(() => now)
})
afterAll(() => bench.server.close())

let made = 0
const field = (dataTypeId: number, more: { choices?: string[]; dataSize?: number; isRequired?: boolean } = {}) =>
  addField(bench.server.database, bench.mine.tenant.id, {
    name: `question${++made}`,
    objectTypeId: 7,
    dataTypeId,
    displayName: `Question ${made}`,
    ...more,
  })
const TEXT = 1
const SELECT = 13

/** A published event with questions. */
const asking = (questions: object[]) => bench.congress({ Questions: questions })
const form = (attendee: object, more: object = {}) => ({ BillingInfo: PAYER, Registrations: [attendee], ...more })
const register = async (id: number, sent: object) => {
  const response = await bench.post('register_v2', id, { CaptchaResponse: await bench.captcha(id), ...sent })
  const cart = response.Data as unknown as { CartKey: string; Registrations: { RegistrationId: number }[] }
  return { ...response, cart, registrationId: cart?.Registrations[0]?.RegistrationId ?? 0 }
}
const responsesOf = (eventId: number) =>
  bench.server.database.system.customFieldResponse.findMany({
    where: { tenantId: bench.mine.tenant.id, eventId },
    orderBy: { id: 'asc' },
  })

describe('POST /api/customfields/{customfieldid} (saveCustomField)', () => {
  test('refuses another type for a field that an event asks for', async () => {
    const asked = await field(TEXT)
    await asking([{ CustomFieldId: asked.id }])
    const changed = await bench.mine.post(`/api/customfields/${asked.id}`, { AuditId: 1, CustomFieldDataTypeId: '10' })
    expect([changed.statusCode, changed.json().code], changed.body).toEqual([409, 'in-use'])
  })
})

describe('DELETE /api/customfields/{customfieldid}/{auditid} (deleteCustomField)', () => {
  test('refuses a field that an event asks for, and deletes responses only by force', async () => {
    const diet = await field(SELECT, { choices: ['None', 'Vegan'] })
    const { id, full } = await asking([{ CustomFieldId: diet.id, AppliesTo: 'Payer' }])
    await register(id, form(person(full), { Answers: [{ FieldId: diet.id, Value: 'Vegan' }] }))
    const url = `/api/customfields/${diet.id}/1`
    expect((await bench.mine.delete(url)).json().code).toBe('in-use')
    const { AuditId } = await bench.read(id)
    await bench.good('saveEvent', bench.save(id, { AuditId, Questions: [] }))
    expect((await bench.mine.delete(url)).json().code).toBe('has-values')
    expect((await bench.mine.delete(`${url}?forcesave=true`)).statusCode).toBe(200)
    expect(await responsesOf(id)).toEqual([])
  })
})

describe('POST /api/events/{eventId} (saveEvent)', () => {
  test('refuses questions that a form cannot ask', async () => {
    const file = await field(10)
    const asked = await field(TEXT)
    const other = await addField(bench.server.database, bench.mine.tenant.id, { name: `other${++made}`, dataTypeId: 1 })
    const { EventId: id } = await bench.event()
    const save = async (Questions: object[]) => (await bench.save(Number(id), { AuditId: 1, Questions })).json()
    const pointers = ({ code, errors }: { code: string; errors: { pointer: string }[] }) => [
      code,
      ...errors.map(({ pointer }) => pointer),
    ]
    expect(pointers(await save([{ CustomFieldId: other.id }, { CustomFieldId: 999_999 }]))).toEqual([
      ...['unknown-reference', '/Questions/0/CustomFieldId', '/Questions/1/CustomFieldId'],
    ])
    expect(pointers(await save([{ CustomFieldId: file.id }]))).toEqual(['event-rule', '/Questions/0/CustomFieldId'])
    expect(pointers(await save([{ CustomFieldId: asked.id }, { CustomFieldId: asked.id }, {}]))).toEqual([
      ...['event-rule', '/Questions/2/CustomFieldId', '/Questions/1/CustomFieldId'],
    ])
    const limited = { CustomFieldId: asked.id, AppliesTo: 'Payer', RegistrationTypeIds: [1] }
    expect(pointers(await save([limited]))).toEqual(['event-rule', '/Questions/0/RegistrationTypeIds'])
    const unknownType = { CustomFieldId: asked.id, RegistrationTypeIds: [999_999] }
    expect(pointers(await save([unknownType]))).toEqual([...['unknown-reference', '/Questions/0/RegistrationTypeIds']])
  })
})
