import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operationCatalogue } from '#kernel/contract/catalogue'
import { callableOperations } from '#src/mcp/callable'
import { COMMON_OPERATIONS } from '#src/mcp/common-operations'
import { inputSchemaOf } from '#src/mcp/input-schema'
import { MAX_RESULT } from '#src/mcp/result'
import { MAX_TOOLS } from '#src/mcp/tools'
import type { TestCaller } from '../support/build-app.ts'
import { type McpBench, type McpConnection, openMcp } from '../support/client/mcp.ts'
import { addMember, memberTokens } from '../support/people/members.ts'

let bench: McpBench
let admin: TestCaller
let connection: McpConnection
let authorization: string
beforeAll(async () => {
  bench = await openMcp()
  admin = await bench.server.tenant()
  authorization = `ApiKey ${admin.key}`
  connection = await bench.connect(authorization)
})
afterAll(() => bench.close())

describe('the tools', () => {
  test('have names, schemas and sizes that clients accept', async () => {
    const { tools } = await connection.client.listTools()
    expect(tools.length).toBeLessThanOrEqual(12)
    expect(JSON.stringify(tools).length).toBeLessThan(25_000)
    for (const { name, annotations } of tools) {
      expect(name).toMatch(/^\w{1,64}$/)
      expect(annotations?.readOnlyHint, name).toBe(true)
    }
  })

  test('of all operations have schemas that are valid by themselves, and parameters without the names of others', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false })
    for (const callable of callableOperations.values()) {
      const schema = inputSchemaOf(callable)
      expect(() => ajv.compile(schema), callable.operation.operationId).not.toThrow()
      const { params, querystring } = callable.operation.schema
      const names = Object.keys({ ...params?.properties, ...querystring?.properties })
      expect(names.filter((name) => ['body', 'fields', 'ifMatch', 'idempotencyKey'].includes(name))).toEqual([])
    }
  })

  test('are 12 at most, also with changes, for staff and for a member', async () => {
    const writing = await bench.connect(authorization, 'writes=true')
    expect(await writing.toolNames()).toHaveLength(12)
    const member = await memberTokens(bench.server, admin, await addMember(admin))
    const own = await (await bench.connect(`Bearer ${member.access}`, 'writes=true')).toolNames()
    expect(own).toEqual(expect.arrayContaining(['getSelf', 'listOwnEventRegistrations', 'search_operations']))
    expect(own.length).toBeLessThanOrEqual(12)
  })

  test('of common tasks exist', () => {
    for (const name of COMMON_OPERATIONS) expect(callableOperations.has(name), name).toBe(true)
  })

  test('never return a new secret', () => {
    const secret = [...operationCatalogue.values()].filter(({ document }) =>
      /X-Api-Key|X-Client-Secret/.test(JSON.stringify(document.responses)),
    )
    expect(secret.length).toBeGreaterThan(1)
    for (const { operationId } of secret) expect(callableOperations.has(operationId), operationId).toBe(false)
    for (const name of ['saveApiKey', 'saveWebhook', 'createFileLink', 'uploadFile', 'readCalendarFeed'])
      expect(callableOperations.has(name), name).toBe(false)
  })

  test('of an area are offered if the address names it', async () => {
    const ofAreas = await bench.connect(authorization, 'areas=memberships,payment-plans')
    const names = await ofAreas.toolNames()
    expect(names).toEqual(expect.arrayContaining(['previewMembershipNightly', 'listPaymentPlans', 'listContacts']))
    expect(names).not.toContain('joinMembership')
    const withWrites = await bench.connect(authorization, 'areas=memberships&writes=true')
    expect(await withWrites.toolNames()).toContain('joinMembership')
  })

  test('of areas with too many operations are the common ones and those that read, and the server says how many are left out', async () => {
    for (const query of [
      'areas=memberships,books,events,store&writes=true',
      'areas=contacts,books,store,tasks,events&writes=true',
    ]) {
      const wide = await bench.connect(authorization, query)
      const { tools } = await wide.client.listTools()
      expect(tools).toHaveLength(MAX_TOOLS)
      const names = tools.map(({ name }) => name)
      expect(names).toEqual(expect.arrayContaining(['write_operation', 'listMemberships', 'listReceivables']))
      const isWrite = (name: string) => callableOperations.get(name)?.isWrite === true
      const ofAreas = names.filter((name) => callableOperations.has(name) && !COMMON_OPERATIONS.has(name)).map(isWrite)
      expect(ofAreas).toEqual(ofAreas.toSorted((one, other) => Number(one) - Number(other)))
      expect(wide.client.getInstructions()).toMatch(
        /\d+ operations of \S+, .* are no tools of their own.*search_operations/,
      )
    }
    const narrow = await bench.connect(authorization, 'areas=memberships&writes=true')
    expect(narrow.client.getInstructions()).not.toContain('no tools of their own')
  })

  test('do not include write_operation for a credential that can change nothing', async () => {
    const reader = await bench.server.caller(admin.tenant, ['contacts:read', 'memberships:read'])
    const reading = await bench.connect(`ApiKey ${reader.key}`, 'writes=true')
    expect(await reading.toolNames()).not.toContain('write_operation')
    expect(reading.client.getInstructions()).toContain('no scope to change anything')
  })

  test('report a missing scope before missing parameters and before switched off changes', async () => {
    const reader = await bench.server.caller(admin.tenant, ['contacts:read'])
    const reading = await bench.connect(`ApiKey ${reader.key}`)
    const lacks = (scope: string) =>
      expect.stringMatching(new RegExp(`^insufficient-scope: \\w+ requires the scope ${scope},`))
    expect(await reading.fail('read_operation', { operationId: 'getMembership' })).toEqual(lacks('memberships:read'))
    expect(await reading.fail('read_operation', { operationId: 'renewMembership' })).toEqual(lacks('memberships:write'))
    expect(await reading.fail('write_operation', { operationId: 'renewMembership' })).toEqual(
      lacks('memberships:write'),
    )
    expect(await reading.fail('read_operation', { operationId: 'getPersonSummary' })).toContain(
      'Parameters are missing',
    )
  })

  test('refuse arguments that they do not have: a filter or a condition in another place would have no effect', async () => {
    for (const misplaced of [{ query: { $top: 1 } }, { $top: 1 }, { arguments: {} }]) {
      const refused = await connection.fail('read_operation', { operationId: 'listMemberships', ...misplaced })
      expect(refused).toContain(
        `read_operation has no argument ${Object.keys(misplaced)[0]}. Use operationId, parameters`,
      )
    }
    const writing = await bench.connect(authorization, 'writes=true')
    const renewal = { operationId: 'renewMembership', parameters: { membershipId: 1 }, data: { AuditId: 9 } }
    expect(await writing.fail('write_operation', renewal)).toContain('has no argument data')
    expect(await connection.fail('search_operations', { query: 'renewal', top: 3 })).toContain('has no argument top')
  })

  test.each([
    ['tools/call', undefined, 'params'],
    ['tools/call', {}, 'params.name'],
    ['tools/call', { name: 'read_operation', arguments: [] }, 'params.arguments'],
    ['resources/read', {}, 'params.uri'],
  ])('refuse %s with the params %j as invalid', async (method, params, path) => {
    const answer = await bench.send({ jsonrpc: '2.0', id: 7, method, params }, { authorization })
    const { id, error } = (await answer.json()) as { id: number; error: { code: number; message: string } }
    expect([id, error.code, error.message.split(':')[0]]).toEqual([7, -32602, path])
  })

  test('are refused for an address with an unknown parameter or area', async () => {
    for (const query of ['?write=true', '?writes=yes', '?areas=nothing']) {
      const response = await bench.send({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, { authorization }, query)
      expect([query, response.status]).toEqual([query, 400])
    }
  })
})

describe('search_operations', () => {
  test.each([
    ['renew a membership', 'previewMembershipRenewal'],
    ['membership renewal preview', 'previewMembershipRenewal'],
    ['overdue invoices', 'listReceivables'],
    ['who is registered for an event', 'listEventRegistrations'],
    ['failed mails', 'listMailMessages'],
    ['webhook attempts', 'listWebhookAttempts'],
    ['duplicate contacts', 'listContactDuplicates'],
  ])('finds for "%s" the operation %s', async (query, operationId) => {
    const { value } = await connection.call<{ operationId: string }[]>('search_operations', { query })
    expect(value.slice(0, 12).map((one) => one.operationId)).toContain(operationId)
    expect(value.length).toBeLessThanOrEqual(20)
  })

  test('is limited to an area, and names the areas if there is no such one', async () => {
    const { value } = await connection.call<{ area: string }[]>('search_operations', { query: 'list', area: 'books' })
    expect(new Set(value.map(({ area }) => area))).toEqual(new Set(['books']))
    expect(await connection.fail('search_operations', { query: '', area: 'none' })).toContain('memberships')
  })
})

describe('describe_operation', () => {
  test('returns parameters, body, response and dry run, within the size of a result', async () => {
    const { value } = await connection.call('describe_operation', { operationId: 'renewMembership' })
    expect(value).toMatchObject({ dryRun: 'previewMembershipRenewal', changesData: true, scope: 'memberships:write' })
    expect(value.parameters).toMatchObject([{ name: 'membershipId', isRequired: true }])
    expect(value.responseFields).toMatchObject({ AuditId: expect.stringContaining('integer') })
    for (const operationId of ['savePerson', 'saveEvent', 'saveWorkflow']) {
      const described = await connection.call('describe_operation', { operationId })
      expect(JSON.stringify(described.value).length, operationId).toBeLessThan(3 * MAX_RESULT)
    }
    expect(await connection.fail('describe_operation', { operationId: 'constructor' })).toContain('no operation')
  })
})

describe('results', () => {
  test('are cut to whole rows, with a hint how to read the rest', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => ({
      TenantKey: admin.tenant.key,
      Severity: 'Information',
      SourceClassTypeName: 'Import',
      EventMessage: `Event ${at} ${'x'.repeat(900)}`,
    }))
    const saved = await admin.post('/api/logs/externalevent/acceptevents', rows)
    expect(saved.statusCode, saved.body).toBe(200)
    const list = await connection.call<{ Results: unknown[] }>('searchTenantEvents', {
      body: { Take: '100' },
    })
    expect(list.value.Results.length).toBeGreaterThan(5)
    expect(list.value.Results.length).toBeLessThan(60)
    expect(JSON.stringify(list.value).length).toBeLessThanOrEqual(MAX_RESULT)
    expect(list.notes).toContain('`fields`')
  })

  test('name the parameters of the next page, which continue after it', async () => {
    for (const LastName of ['Aaberg', 'Abbott', 'Acker'])
      await admin.post('/api/contacts/person/0', { FirstName: 'Page', LastName, forceSave: true })
    const first = await connection.call<{ Results: object[] }>('listContacts', { $top: 2, fields: ['Name'] })
    const next = JSON.parse(first.notes.slice(first.notes.indexOf('{')))
    const second = await connection.call<{ Results: object[] }>('listContacts', { ...next, fields: ['Name'] })
    expect(second.value.Results).not.toEqual(first.value.Results)
  })

  test('name the fields of a record if an unknown one is requested', async () => {
    const { notes } = await connection.call('listContacts', { $top: 1, fields: ['Nonsense'] })
    expect(notes).toMatch(/No field Nonsense\. Fields: .*ContactId/)
  })
})

describe('mistakes of a model', () => {
  test('are results that say what to correct', async () => {
    expect(await connection.fail('getMembership')).toContain('membershipId')
    expect(await connection.fail('listContacts', { $topp: 3 })).toContain('$topp')
    expect(await connection.fail('getMembership', { membershipId: 'abc' })).toContain('path:membershipId')
    expect(await connection.fail('nothing_like_this')).toContain('search_operations')
    expect(await connection.fail('read_operation', { operationId: 'listContacts', parameters: [] })).toContain('object')
    expect(await connection.fail('listContacts', { fields: 'Name' })).toContain('list')
    const text = await connection.fail('previewMembershipRenewal', { membershipId: 1, body: { Nonsense: 1 } })
    expect(text).toContain('/Nonsense')
  })
})

describe('requests that are not of the protocol', () => {
  const statusOf = async (message: unknown, headers = {}) =>
    (await bench.send(message, { authorization, ...headers })).status

  test('are refused', async () => {
    expect(await statusOf('{')).toBe(400)
    expect(await statusOf([{ jsonrpc: '2.0', id: 1, method: 'ping' }])).toBe(400)
    expect(await statusOf({ hello: 1 })).toBe(400)
    expect(await statusOf(`{"a":${'['.repeat(40)}${']'.repeat(40)}}`)).toBe(400)
    expect(await statusOf({ jsonrpc: '2.0', id: 1, method: 'ping' }, { accept: 'application/json' })).toBe(406)
    expect(await statusOf({ jsonrpc: '2.0', id: 1, method: 'ping' }, { 'mcp-protocol-version': '1999-01-01' })).toBe(
      400,
    )
    expect(await statusOf({ jsonrpc: '2.0', id: 1, method: 'ping' })).toBe(200)
    for (const method of ['GET', 'DELETE']) {
      const response = await fetch(`${bench.origin}/mcp`, { method, headers: { authorization } })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    }
  })

  test('and larger than the limit return 413', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x'.repeat(1_100_000) } }
    const response = await bench.send(body, { authorization })
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([413, 'body-too-large'])
  })
})

describe('resources', () => {
  test('are the sections of the guides', async () => {
    const { resources } = await connection.client.listResources()
    const uri = 'guildhall://guides/integrators/memberships'
    expect(resources.map((one) => one.uri)).toContain(uri)
    const { contents } = await connection.client.readResource({ uri })
    expect(contents[0]).toMatchObject({ mimeType: 'text/markdown', text: expect.stringContaining('## Memberships') })
    await expect(connection.client.readResource({ uri: 'guildhall://guides/../package.json' })).rejects.toThrow()
  })
})
