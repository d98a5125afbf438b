import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registrationTasks } from '#areas/events/public-registration/registration.job'
import type { Task } from '#kernel/jobs/task'
import { faultsOf, openRegistrations, PAYER, person, type RegistrationsBench } from '#test/support/events/registrations'
import { runJobs } from '#test/support/jobs/run-jobs'
import { addField } from '#test/support/people/custom-fields'

let bench: RegistrationsBench
let now = new Date('2030-03-01T12:00:00Z')
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
const [TEXT, INTEGER, DATE, YES_NO, COUNTRY, SELECT, MULTI_SELECT, SCALE] = [1, 2, 6, 7, 9, 13, 14, 15]

/** A published event with questions. */
const asking = (questions: object[]) => bench.congress({ Questions: questions })
const form = (attendee: object, more: object = {}) => ({ BillingInfo: PAYER, Registrations: [attendee], ...more })
const register = async (id: number, sent: object) => {
  const response = await bench.post('register_v2', id, { CaptchaResponse: await bench.captcha(id), ...sent })
  const cart = response.Data as unknown as { CartKey: string; Registrations: { RegistrationId: number }[] }
  return { ...response, cart, registrationId: cart?.Registrations[0]?.RegistrationId ?? 0 }
}
const valuesOf = async (objectId: number) => {
  const where = { tenantId: bench.mine.tenant.id, objectId, field: { objectTypeId: 7 } }
  return bench.server.database.system.customFieldValue.findMany({ where, orderBy: [{ fieldId: 'asc' }] })
}
const responsesOf = (eventId: number) =>
  bench.server.database.system.customFieldResponse.findMany({
    where: { tenantId: bench.mine.tenant.id, eventId },
    orderBy: { id: 'asc' },
  })

describe('GET /api/public/events/getenv/{id} (getRegistrationEnvironment)', () => {
  test('returns the questions in their order, with what a form needs to ask them', async () => {
    const diet = await field(SELECT, { choices: ['None', 'Vegan'] })
    const size = await field(TEXT, { dataSize: 20, isRequired: true })
    const level = await field(SCALE)
    await bench.server.database.system.customField.updateMany({
      where: { tenantId: bench.mine.tenant.id, id: level.id },
      data: { scaleMinimum: 1, scaleMaximum: 3, description: 'How well you know it.' },
    })
    const { id, full, AuditId } = await asking([
      { CustomFieldId: diet.id },
      { CustomFieldId: size.id, AppliesTo: 'Payer' },
    ])
    const limited = { CustomFieldId: level.id, IsRequired: true, RegistrationTypeIds: [full] }
    const { body } = await bench.good('getEvent', bench.mine.get(`/api/events/${id}`))
    const Questions = [limited, ...(body.Questions as object[])]
    await bench.good('saveEvent', bench.save(id, { AuditId, Questions }))
    const plain = { RegistrationTypeIds: [], ShownFor: [], Description: null, MaxLength: null, Choices: [] }
    expect((await bench.environment(`${id}`)).Data?.Fields).toEqual([
      {
        ...plain,
        FieldId: level.id,
        Name: level.name,
        Label: level.displayName,
        DataType: 'Scale',
        Description: 'How well you know it.',
        Choices: ['1', '2', '3'],
        RegistrationTypeIds: [full],
        IsRequired: true,
        AppliesTo: 'Attendee',
      },
      {
        ...plain,
        FieldId: diet.id,
        Name: diet.name,
        Label: diet.displayName,
        DataType: 'Select',
        Choices: ['None', 'Vegan'],
        IsRequired: false,
        AppliesTo: 'Attendee',
      },
      {
        ...plain,
        FieldId: size.id,
        Name: size.name,
        Label: size.displayName,
        DataType: 'Text',
        MaxLength: 20,
        IsRequired: true,
        AppliesTo: 'Payer',
      },
    ])
  })

  test('leaves out a field that is archived', async () => {
    const archived = await field(TEXT)
    const { id } = await asking([{ CustomFieldId: archived.id }])
    const changed = await bench.mine.post(`/api/customfields/${archived.id}`, { AuditId: 1, IsArchived: true })
    expect(changed.statusCode, changed.body).toBe(200)
    expect((await bench.environment(`${id}`)).Data?.Fields).toEqual([])
  })
})

describe('POST /api/public/events/validate/{id} (validateRegistration)', () => {
  test('returns the fault of each value, by its pointer', async () => {
    const fields = {
      count: await field(INTEGER),
      day: await field(DATE),
      sure: await field(YES_NO),
      country: await field(COUNTRY),
      diet: await field(SELECT, { choices: ['None', 'Vegan'] }),
      days: await field(MULTI_SELECT, { choices: ['Friday', 'Saturday'] }),
      name: await field(TEXT, { dataSize: 5 }),
    }
    const { id, full } = await asking(Object.values(fields).map(({ id: CustomFieldId }) => ({ CustomFieldId })))
    const sent = (values: Partial<Record<keyof typeof fields, string>>) =>
      Object.entries(values).map(([key, Value]) => ({ FieldId: fields[key as keyof typeof fields].id, Value }))
    const validate = async (Answers: object[]) =>
      faultsOf(await bench.post('validate', id, form(person(full, { Answers }))))
    const wrong = { count: '1.5', day: '1 May', sure: 'maybe', country: 'Atlantis', diet: 'Meat', days: '["Monday"]' }
    const codes = ['format', 'format', 'format', 'unknown', 'unknown', 'unknown', 'format']
    expect((await validate(sent({ ...wrong, name: 'Alexandra' }))).toSorted()).toEqual(
      codes.map((code, at) => [`/Registrations/0/Answers/${at}/Value`, code]),
    )
    const right = { count: '2', day: '2030-05-01', sure: 'true', country: 'NO', diet: 'vegan', days: '["Friday"]' }
    expect(await validate(sent({ ...right, name: '' }))).toEqual([])
    expect(await validate([...sent({ diet: 'None' }), ...sent({ diet: 'Vegan' })])).toEqual([
      ['/Registrations/0/Answers/1/FieldId', 'duplicate'],
    ])
    expect(await validate([{ FieldId: 999_999, Value: 'x' }])).toEqual([
      ['/Registrations/0/Answers/0/FieldId', 'unknown'],
    ])
  })

  test('requires what the event or the field requires, of those who are asked', async () => {
    const shirt = await field(TEXT)
    const order = await field(TEXT)
    const logo = await field(TEXT)
    const power = await field(TEXT, { isRequired: true })
    const { id, full, free, parts } = await asking([
      { CustomFieldId: shirt.id, IsRequired: true, RegistrationTypeIds: [] },
      { CustomFieldId: order.id, IsRequired: true, AppliesTo: 'Payer' },
      { CustomFieldId: logo.id, IsRequired: true, AppliesTo: 'Sponsor' },
      { CustomFieldId: power.id, AppliesTo: 'Exhibitor' },
    ])
    const event = await bench.read(id)
    const [first, ...others] = event.Questions as object[]
    const Questions = [{ ...first, RegistrationTypeIds: [full] }, ...others]
    await bench.good('saveEvent', bench.save(id, { AuditId: event.AuditId, Questions }))
    const sent = {
      BillingInfo: PAYER,
      Registrations: [person(full), person(free)],
      Sponsorships: [{ SponsorshipTierId: parts.SponsorshipTiers[0]?.SponsorshipTierId }],
      Exhibitors: [{ ExhibitorTypeId: parts.ExhibitorTypes[0]?.ExhibitorTypeId }],
    }
    const required = (pointer: string) => [pointer, 'required']
    expect(faultsOf(await bench.post('validate', id, sent))).toEqual(
      ['/Answers', '/Registrations/0/Answers', '/Sponsorships/0/Answers', '/Exhibitors/0/Answers'].map(required),
    )
    const blank = { ...sent, Answers: [{ FieldId: order.id, Value: ' ' }] }
    expect(faultsOf(await bench.post('validate', id, blank))[0]).toEqual(required('/Answers/0/Value'))
    expect((await bench.post('splits', id, sent)).Status).toBe(0)
    const firstStep = { BillingInfo: PAYER, Models: [person(full)], IsFirstStep: true }
    const captcha = { CaptchaResponse: await bench.captcha(id) }
    expect((await bench.post('register', id, { ...firstStep, ...captcha })).Status).toBe(0)
  })

  test('requires a dependent question only if its condition is met', async () => {
    const parent = await field(SELECT, { choices: ['Yes', 'No'] })
    const child = await field(TEXT, { isRequired: true })
    const data = { tenantId: bench.mine.tenant.id, parentId: parent.id, childId: child.id }
    const showForValue = String(parent.choiceIds[0])
    await bench.server.database.system.customFieldChild.create({ data: { ...data, showForValue, displayOrder: 1 } })
    const { id, full } = await asking([{ CustomFieldId: parent.id }, { CustomFieldId: child.id }])
    const { Data } = await bench.environment(`${id}`)
    expect(Data?.Fields).toMatchObject([{ ShownFor: [] }, { ShownFor: [{ FieldId: parent.id, Value: 'Yes' }] }])
    const validate = async (Value: string) =>
      faultsOf(await bench.post('validate', id, form(person(full, { Answers: [{ FieldId: parent.id, Value }] }))))
    expect(await validate('No')).toEqual([])
    expect(await validate('Yes')).toEqual([['/Registrations/0/Answers', 'required']])
  })
})

describe('POST /api/public/events/register_v2/{id} (registerAttendeesV2)', () => {
  test('stores what attendees, payer, sponsors and exhibitors respond, until the cart expires', async () => {
    const diet = await field(SELECT, { choices: ['None', 'Vegan'] })
    const days = await field(MULTI_SELECT, { choices: ['Friday', 'Saturday'] })
    const order = await field(DATE)
    const { id, full, free, parts } = await asking([
      { CustomFieldId: diet.id },
      { CustomFieldId: days.id },
      ...['Payer', 'Sponsor', 'Exhibitor'].map((AppliesTo) => ({ CustomFieldId: order.id, AppliesTo })),
    ])
    const dated = (Value: string) => ({ Answers: [{ FieldId: order.id, Value }] })
    const sent = {
      ...form(
        person(full, {
          Answers: [
            { FieldId: diet.id, Value: 'Vegan' },
            { FieldId: days.id, Value: '["Saturday","Friday"]' },
          ],
        }),
        dated('2030-01-01'),
      ),
      Sponsorships: [{ SponsorshipTierId: parts.SponsorshipTiers[0]?.SponsorshipTierId, ...dated('2030-01-02') }],
      Exhibitors: [{ ExhibitorTypeId: parts.ExhibitorTypes[0]?.ExhibitorTypeId, ...dated('2030-01-03') }],
    }
    const { cart, registrationId, ...response } = await register(id, sent)
    expect(response).toMatchObject({ Status: 0, Errors: [] })
    expect((await valuesOf(registrationId)).map(({ fieldId, refId }) => [fieldId, refId])).toEqual([
      [diet.id, diet.choiceIds[1]],
      [days.id, days.choiceIds[0]],
      [days.id, days.choiceIds[1]],
    ])
    const stored = await responsesOf(id)
    expect(
      stored.map(({ dateValue, sponsorId, exhibitorId }) => [
        ...[dateValue?.toISOString().slice(0, 10), sponsorId !== null, exhibitorId !== null],
      ]),
    ).toEqual([
      ['2030-01-01', false, false],
      ['2030-01-02', true, false],
      ['2030-01-03', false, true],
    ])
    const RegistrationId = registrationId
    const changed = person(full, { RegistrationId, Answers: [{ FieldId: diet.id, Value: 'None' }] })
    const again = await register(id, { BillingInfo: PAYER, Registrations: [changed], CartKey: cart.CartKey })
    expect(again.Status, JSON.stringify(again)).toBe(0)
    expect((await valuesOf(registrationId)).map(({ refId }) => refId)).toEqual([diet.choiceIds[0]])
    expect(await responsesOf(id)).toEqual([])
    await register(id, { BillingInfo: PAYER, Registrations: [person(free)], CartKey: cart.CartKey })
    expect(await valuesOf(registrationId)).toEqual([])
  })

  test('deletes the values with the cart that expires', async () => {
    const diet = await field(SELECT, { choices: ['None', 'Vegan'] })
    const { id, full } = await asking([{ CustomFieldId: diet.id }, { CustomFieldId: diet.id, AppliesTo: 'Payer' }])
    const Answers = [{ FieldId: diet.id, Value: 'Vegan' }]
    const { registrationId } = await register(id, form(person(full, { Answers }), { Answers }))
    expect(await valuesOf(registrationId)).toHaveLength(1)
    expect(await responsesOf(id)).toHaveLength(1)
    now = new Date(now.getTime() + 16 * 60_000)
    const expire: Task = async (context, payload) =>
      registrationTasks.expire_event_cart?.({ ...context, clock: { now: () => now } }, payload)
    await runJobs(bench.server, 'expire_event_cart', { expire_event_cart: expire })
    expect(await valuesOf(registrationId)).toEqual([])
    expect(await responsesOf(id)).toEqual([])
  })
})
