import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DATA_TYPE } from '#areas/people/custom-fields/custom-fields.model'
import { contractSchemas, operationCatalogue } from '#kernel/contract/catalogue'
import type { Operation } from '#kernel/contract/schema'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { addField } from '#test/support/people/custom-fields'

/** 30 September in New York, where the tenant is, and 1 October in UTC. */
const INSTANT = '2026-10-01T02:30:00Z'
const DAY = '2026-09-30'
const NO_DAY = '2026-02-30'

let server: TestApp
let mine: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  mine = await server.tenant()
  const { tenant } = server.database.system
  await tenant.update({ where: { id: mine.tenant.id }, data: { timeZone: 'America/New_York' } })
  await addField(server.database, mine.tenant.id, { name: 'Since', dataTypeId: DATA_TYPE.date })
})
afterAll(() => server.close())

const good = async (sent: ReturnType<TestCaller['get']>) => {
  const response = await sent
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const faultOf = async (sent: ReturnType<TestCaller['get']>) => {
  const response = await sent
  return [response.statusCode, response.json().errors?.[0]?.pointer]
}
const person = (Value: string) =>
  mine.post('/api/contacts/person/0', { LastName: 'Byron', forceSave: true, CustomFields: [{ Name: 'Since', Value }] })

describe('an instant that is sent for a day', () => {
  test('is its day in the time zone of the tenant in a body and a custom field', async () => {
    const task = await good(mine.post('/api/task/items/0', { Name: 'Call', DueDate: INSTANT }))
    expect(task.DueDate).toBe(DAY)
    expect((await good(person(INSTANT))).CustomFields[0].Value).toBe(DAY)
    expect(await faultOf(person(NO_DAY))).toEqual([400, '/CustomFields/0/Value'])
  })

  test('is its day in the dates of a role, which responses contain as midnights in UTC', async () => {
    const { ContactId } = await good(mine.post('/api/contacts/person/0', { LastName: 'Ada', forceSave: true }))
    const { ContactId: OrganizationContactId } = await good(
      mine.post('/api/contacts/org/0', { OrganizationName: 'Harbor', forceSave: true }),
    )
    const days = ['2026-09-30', `${DAY}T00:00:00Z`, INSTANT, '2026-09-30T22:30:00-04:00'].map(async (RoleStartDate) => {
      const role = await good(mine.post(`/api/contacts/${ContactId}/roles/0`, { OrganizationContactId, RoleStartDate }))
      return role.RoleStartDate
    })
    expect(new Set(await Promise.all(days))).toEqual(new Set([`${DAY}T00:00:00Z`]))
    const OrganizationsAndRoles = [{ OrganizationContactId, RoleStartDate: INSTANT }]
    const saved = await good(
      mine.post('/api/contacts/person/0', { LastName: 'King', forceSave: true, OrganizationsAndRoles }),
    )
    expect(saved.OrganizationsAndRoles[0].RoleStartDate).toBe(`${DAY}T00:00:00Z`)
  })

  test('is its day in filters, ranges and options', async () => {
    const due = { DueDateBetween: `${INSTANT},2026-10-01T03:59:00Z` }
    for (const Filter of [
      `DueDate eq ${INSTANT}`,
      `DueDate in (${INSTANT})`,
      `DueDate eq '${INSTANT}'`,
      `DueDate lt '2026-10-01T04:00:00Z'`,
    ])
      expect((await good(mine.post('/api/task/items/all', { Filter }))).Results, Filter).toHaveLength(1)
    expect((await good(mine.post('/api/task/items/all', due))).Results).toHaveLength(1)
    const $filter = encodeURIComponent(`CustomFields.Since eq ${INSTANT}`)
    expect((await good(mine.get(`/api/contacts?$filter=${$filter}`))).Results).toHaveLength(1)
    const line = await good(
      mine.get(`/api/workflows/workflowmetrics/line?daterange=2026-10-01T02:30Z,2026-10-01T03:00Z`),
    )
    expect(JSON.stringify(line)).toContain(DAY)
    const window = `CalendarStartDate=2026-10-01&CalendarEndDate=${INSTANT}`
    expect(await faultOf(mine.get(`/api/sponsorships/displayads?${window}`))).toEqual([400, 'query:CalendarEndDate'])
    const options = encodeURIComponent(JSON.stringify({ CalendarStartDate: '2026-10-01', CalendarEndDate: INSTANT }))
    expect(await faultOf(mine.get(`/api/sponsorships/sponsors?options=${options}`))).toEqual([
      400,
      'query:options/CalendarEndDate',
    ])
  })

  test.each([
    ['post', '/api/task/items/all', { DueDateBetween: `${NO_DAY},` }, '/DueDateBetween'],
    ['post', '/api/task/items/all', { Filter: `DueDate eq ${NO_DAY}` }, '/Filter'],
    ['get', `/api/workflows/workflowmetrics/line?daterange=${NO_DAY},2026-03-05`, {}, 'query:daterange'],
    ['get', `/api/sponsorships/displayads?CalendarStartDate=${NO_DAY}`, {}, 'query:CalendarStartDate'],
    ['get', `/api/contacts/delta?top=10&modifiedSince=${NO_DAY}`, {}, 'query:modifiedSince'],
    ['get', `/api/assoc/getchangessince/${NO_DAY}`, {}, 'path:utcdatetime'],
  ] as const)('a day that does not exist is refused: %s %s %j', async (method, url, body, pointer) => {
    expect(await faultOf(method === 'get' ? mine.get(url) : mine.post(url, body))).toEqual([400, pointer])
  })
})

interface Schema {
  $ref?: string
  format?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}

const shapes = new Map(contractSchemas.map((shape) => [String(shape.$id), shape as Schema]))

/** Where a schema has days, as the keys of their path. */
const daysOf = (raw: Schema, path: readonly string[] = [], above: readonly Schema[] = []): string[][] => {
  const schema = raw.$ref ? (shapes.get(raw.$ref.replace(/#.*$/, '')) ?? raw) : raw
  if (above.includes(schema)) return []
  if (schema.format === 'date') return [[...path]]
  const inner = [...above, schema]
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => daysOf(one, [...path, name], inner)),
    ...(schema.items ? daysOf(schema.items, [...path, '0'], inner) : []),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((one) => daysOf(one, path, inner)),
  ]
}

/** A body with a value at a path, and nothing else. */
const bodyWith = (value: unknown, [key, ...rest]: readonly string[]): unknown =>
  key === undefined ? value : key === '0' ? [bodyWith(value, rest)] : { [key]: bodyWith(value, rest) }

const withDays = [...operationCatalogue.values()].flatMap((operation) => {
  const { body, querystring } = operation.schema as { body?: Schema; querystring?: Schema }
  return [
    ...(body ? daysOf(body).map((path) => ({ operation, path, isBody: true })) : []),
    ...(querystring ? daysOf(querystring).map((path) => ({ operation, path, isBody: false })) : []),
  ]
})

const urlOf = ({ url }: Operation) => `${url.replace(/:\w+/g, '1')}`

describe('every day of the contract', () => {
  test('is refused with its pointer if it does not exist', async () => {
    expect(withDays.length).toBeGreaterThan(80)
    for (const { operation, path, isBody } of withDays) {
      const { method, operationId } = operation
      const query = isBody ? '' : `?${path[0]}=${NO_DAY}`
      const response = await server.app.inject({
        method: method as 'POST',
        url: urlOf(operation) + query,
        headers: { authorization: `Bearer ${mine.key}` },
        ...(isBody && { payload: bodyWith(NO_DAY, path) as object }),
      })
      const pointers = response.json().errors?.map((one: { pointer: string }) => one.pointer) ?? []
      const pointer = isBody ? `/${path.join('/')}` : `query:${path[0]}`
      expect([operationId, response.statusCode, pointers]).toEqual([
        operationId,
        400,
        expect.arrayContaining([expect.stringContaining(pointer)]),
      ])
    }
  })
})
