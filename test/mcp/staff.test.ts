import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestCaller } from '../support/build-app.ts'
import { type McpBench, type McpConnection, openMcp } from '../support/client/mcp.ts'

let bench: McpBench
let admin: TestCaller
/** May read contacts and memberships, and change memberships. */
let staff: string
let membershipId: number
let contactId: number

beforeAll(async () => {
  bench = await openMcp()
  admin = await bench.server.tenant()
  const scopes = ['contacts:read', 'memberships:read', 'memberships:write']
  staff = `ApiKey ${(await bench.server.caller(admin.tenant, scopes)).key}`
  const save = async (url: string, body: object) => {
    const answer = await admin.post(url, body)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }
  contactId = (await save('/api/contacts/person/0', { FirstName: 'Dana', LastName: 'Reyes' })).ContactId
  await save('/api/contacts/person/0', { FirstName: 'Noor', LastName: 'Haddad' })
  const { MembershipTypeId } = await save('/api/membershiptypes/0', { Name: 'Individual' })
  const level = await save(`/api/membershiptypes/${MembershipTypeId}/levels/0`, { Name: 'Standard', Price: 120 })
  const body = { ContactId: contactId, MembershipTypeId, LevelId: level.MembershipLevelId }
  membershipId = (await save('/api/memberships/0', body)).MembershipId
  await save(`/api/memberships/${membershipId}/pay`, { Amount: 120, PaymentTypeId: 2 })
})
afterAll(() => bench.close())

interface List {
  TotalRecordAvailable: string
  Results: Record<string, unknown>[]
}

describe('a staff member asks a model about a member', () => {
  let connection: McpConnection
  beforeAll(async () => {
    connection = await bench.connect(staff)
  })

  test('it finds the member, explains the membership, and prepares the renewal as a dry run', async () => {
    const found = await connection.call<List>('listContacts', { $search: 'reyes', fields: ['ContactId', 'Name'] })
    expect(found.value.Results).toEqual([{ ContactId: contactId, Name: expect.stringContaining('Reyes') }])

    const listed = await connection.call<List>('listMemberships', {
      $filter: `ContactId eq ${contactId}`,
      fields: ['MembershipId', 'Status'],
    })
    expect(listed.value).toMatchObject({
      TotalRecordAvailable: '1',
      Results: [{ MembershipId: membershipId, Status: 'Active' }],
    })
    const { value: membership, notes } = await connection.call('getMembership', { membershipId })
    expect(membership).toMatchObject({ Status: 'Active', Balance: 0, Level: 'Standard', Terms: [{ Kind: 'first' }] })
    expect(notes).toContain(`"${membership.AuditId}"`)

    const { value: preview } = await connection.call('previewMembershipRenewal', {
      membershipId,
      body: { AuditId: membership.AuditId },
    })
    expect(preview).toMatchObject({ Amount: 120, Total: 120, Parts: [{ Amount: 120 }] })
    expect((await connection.call('getMembership', { membershipId })).value).toEqual(membership)
  })

  test('it is refused what the scopes of its key lack, with the words of the API', async () => {
    const text = await connection.fail('read_operation', { operationId: 'listInvoices' })
    expect(JSON.parse(text)).toMatchObject({
      status: 403,
      code: 'insufficient-scope',
      detail: 'This credential lacks the scope books:read. Ask an administrator to grant it.',
    })
    expect(await connection.toolNames()).not.toContain('listInvoices')
    const { value, notes } = await connection.call<unknown[]>('search_operations', { query: 'list invoices' })
    expect(JSON.stringify(value)).not.toContain('"listInvoices"')
    expect(notes).toContain('books:read')
  })

  test('it cannot change anything, although its key has the scope, and learns how the user can allow it', async () => {
    expect(await connection.toolNames()).not.toContain('renewMembership')
    for (const [name, values] of [
      ['renewMembership', { membershipId }],
      ['write_operation', { operationId: 'renewMembership', parameters: { membershipId } }],
      ['read_operation', { operationId: 'renewMembership', parameters: { membershipId } }],
    ] as const)
      expect(await connection.fail(name, values)).toContain('?writes=true')
    const { Terms } = (await admin.get(`/api/memberships/${membershipId}`)).json()
    expect(Terms).toHaveLength(1)
  })
})

describe('a connection without changes', () => {
  test('runs no other operation than the one that it names, whatever its parameters contain', async () => {
    const connection = await bench.connect(`ApiKey ${admin.key}`)
    for (const contactid of [
      'assignzipcodes',
      'assignzipcodes/',
      '.',
      '..',
      '%2e%2e',
      '../assignzipcodes',
      '',
      null,
      {},
    ]) {
      const values = { operationId: 'getContactChapter', parameters: { contactid } }
      expect(await connection.fail('read_operation', values), String(contactid)).toMatch(/path:contactid|missing/)
    }
    const jobs = await bench.server.database.system.chapterAssignment.count({ where: { tenantId: admin.tenant.id } })
    expect(jobs).toBe(0)
  })
})

describe('with writes=true', () => {
  test('the description of a change names its dry run, and the change is made once with its Idempotency-Key', async () => {
    const connection = await bench.connect(staff, 'writes=true&areas=memberships')
    const { tools } = await connection.client.listTools()
    const tool = tools.find(({ name }) => name === 'renewMembership')
    expect(tool?.description).toContain('previewMembershipRenewal')
    expect(tool?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false })

    const values = { membershipId, idempotencyKey: 'renew-once' }
    const first = await connection.call('renewMembership', values)
    expect(first.value).toMatchObject({ Balance: 120 })
    const again = await connection.call('renewMembership', values)
    expect(again.value).toEqual(first.value)
    expect(again.notes).toContain('first call')
    const { Terms, Invoices } = (await admin.get(`/api/memberships/${membershipId}`)).json()
    expect([Terms.length, Invoices.length]).toEqual([2, 2])

    const stale = await connection.fail('write_operation', {
      operationId: 'setMembershipAutoRenew',
      parameters: { membershipId },
      body: { AuditId: 1, AutoRenew: true },
    })
    expect(JSON.parse(stale)).toMatchObject({ status: 409, code: 'stale-audit-id' })
  })

  test('a change is in the history with the key of the connection, and outside of its scopes it is refused', async () => {
    const connection = await bench.connect(staff, 'writes=true')
    const audit = await bench.server.database.system.auditEntry.findMany({
      where: { tenantId: admin.tenant.id, entity: 'membership', entityId: membershipId },
      orderBy: { id: 'desc' },
    })
    const { permissionId } = await bench.server.database.system.applicationSecret.findFirstOrThrow({
      where: { tenantId: admin.tenant.id, hint: staff.slice(-4) },
    })
    expect(audit[0]?.actor).toBe(`key:${permissionId}`)
    const body = { FirstName: 'Eve', LastName: 'Intruder' }
    const text = await connection.fail('write_operation', {
      operationId: 'savePerson',
      parameters: { contactId: 0 },
      body,
    })
    expect(text).toContain('contacts:write')
  })
})
