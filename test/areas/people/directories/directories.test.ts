import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, type Json, openDetails, refusal } from '#test/support/people/contact-parts'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const save = (id: number, body: Json, caller = bench.mine) => caller.post(`/api/directories/${id}`, body)

describe('POST /api/directories/{directoryId} (saveDirectory)', () => {
  test('creates and renames a directory by its version, with a unique name', async () => {
    const made = await bench.good('saveDirectory', save(0, { Name: ' Find  a member ', IsPublic: true }))
    expect(made.body).toMatchObject({ AuditId: 1, Name: 'Find a member', IsPublic: true, ListingCount: 0 })
    const id = made.body.DirectoryId as number
    expect(await refusal(save(0, { Name: 'FIND Á MEMBER' }))).toEqual([409, 'duplicate'])
    expect(await refusal(save(0, { Name: ' - ' }))).toEqual([400, '/Name'])
    expect(await refusal(save(id, { Name: 'x' }))).toEqual([409, 'stale-audit-id'])
    const renamed = await bench.good('saveDirectory', save(id, { AuditId: 1, Name: 'Members' }))
    expect([renamed.body, renamed.version]).toMatchObject([{ Name: 'Members', IsPublic: true }, 2])
    expect((await bench.good('getDirectory', bench.mine.get(`/api/directories/${id}`))).body.Name).toBe('Members')
    const where = { tenantId: bench.mine.tenant.id, entity: 'directory', entityId: id }
    const events = await bench.server.database.system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
    expect(events.map(({ kind, auditId, payload }) => [kind, auditId, payload])).toEqual([
      ['directory.created', 1, { name: 'Find a member' }],
      ['directory.updated', 2, { name: 'Members' }],
    ])
  })
})

describe('GET /api/directories/{directoryId} (getDirectory)', () => {
  test('returns 404 for the id of another tenant, and 403 without directories:write', async () => {
    const { DirectoryId } = (await save(0, { Name: 'Private' })).json()
    for (const call of [
      bench.theirs.get(`/api/directories/${DirectoryId}`),
      save(DirectoryId, { AuditId: 1, Name: 'Theirs' }, bench.theirs),
    ])
      expect(await refusal(call)).toEqual([404, 'not-found'])
    const reader = await bench.server.caller(bench.mine.tenant, ['directories:read'])
    expect((await reader.get(`/api/directories/${DirectoryId}`)).statusCode).toBe(200)
    expect((await save(0, { Name: 'Refused' }, reader)).statusCode).toBe(403)
  })
})

describe('GET /api/directories (listDirectories)', () => {
  test('returns the directories of the tenant, ordered by name and in pages', async () => {
    const caller = await bench.server.tenant()
    for (const Name of ['Members', 'Advisers']) expect((await save(0, { Name }, caller)).statusCode).toBe(200)
    const { body } = await bench.good('listDirectories', caller.get('/api/directories'))
    expect(body.map(({ Name }) => Name)).toEqual(['Advisers', 'Members'])
    expect((await caller.get('/api/directories?Take=1&Skip=1')).json()).toMatchObject([{ Name: 'Members' }])
  })
})
