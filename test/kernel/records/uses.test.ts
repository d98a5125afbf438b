import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '#kernel/logging/logger'
import { systemScope } from '#kernel/outbox/deliver'
import { listIdsInUse, type RecordUse, recordUses, requireUnused } from '#kernel/records/uses'
import { addTo } from '#kernel/registers/register'
import type { Scope } from '#kernel/tenancy/scope'
import { systemClock } from '#kernel/time/clock'
import { Prisma } from '#prisma/client'
import { buildTestApp, type TestApp } from '#test/support/build-app'

let server: TestApp
let scope: Scope
beforeAll(async () => {
  server = await buildTestApp()
  const { tenant } = await server.tenant()
  scope = await systemScope({ database: server.database, clock: systemClock, log: createLogger('silent') }, tenant.id)
})
afterAll(() => server.close())

/** A use of the record 7 by `count` users. */
const use = (user: string, count: number, more: Partial<RecordUse> = {}): RecordUse => ({
  of: 'shelf',
  user,
  users: `${user}s`,
  scope: `${user}s:read`,
  remedy: `Move the ${user} first.`,
  rows: () => Prisma.sql`SELECT 7 AS used_id, n AS id, 'N' || n AS name FROM generate_series(1, ${count}::integer) n`,
  ...more,
})
let shelves = 0
/** Registers uses of a kind of shelf that only this call knows, and returns its entity. */
const usedShelf = (uses: readonly RecordUse[]): string => {
  shelves += 1
  const entity = `shelf-${shelves}`
  addTo(recordUses, ...uses.map((one) => ({ ...one, of: one.of === 'shelf' ? entity : one.of }))).apply()
  return entity
}
const refusal = (uses: RecordUse[], grants = ['admin']): Promise<unknown> => {
  const caller = { ...scope, grants: new Set(grants) }
  const kind = { entity: usedShelf(uses), noun: 'book shelf' }
  return scope.db.transaction((tx) => requireUnused(caller, tx, kind, { id: 7 })).catch((error: unknown) => error)
}

describe('requireUnused', () => {
  it('accepts a record that nothing uses, or that is of another kind', async () => {
    expect(await refusal([use('book', 0), use('jar', 3, { of: 'cupboard' })])).toBeUndefined()
  })

  it('names the users of each kind, five at most', async () => {
    const found = await refusal([use('book', 1), use('jar', 6)])
    expect(found).toMatchObject({ status: 409, code: 'in-use' })
    expect((found as Error).message).toBe(
      'The book shelf is in use by the book "N1", and by the jars "N1", "N2", "N3", "N4", "N5" and others. ' +
        'Move the book first. Move the jar first.',
    )
    expect(found).toMatchObject({
      extensions: {
        users: [{ kind: 'book', id: 1, name: 'N1' }, ...[1, 2, 3, 4, 5].map((id) => ({ kind: 'jar', id }))],
      },
    })
  })

  it('tells only how many there are to a caller without the scope, and of users without a name', async () => {
    const nameless = use('jar', 2, {
      rows: () => Prisma.sql`SELECT 7 AS used_id, n AS id, NULL::text AS name
      FROM generate_series(1, 2) n`,
    })
    const found = await refusal([use('book', 6), use('cup', 1), nameless], ['jars:read'])
    expect((found as Error).message).toBe(
      'The book shelf is in use by more than 5 books, and by one cup, and by 2 jars. ' +
        'Move the book first. Move the cup first. Move the jar first.',
    )
    expect(found).toMatchObject({
      extensions: {
        users: [
          { kind: 'jar', id: 1 },
          { kind: 'jar', id: 2 },
        ],
      },
    })
  })
})

describe('listIdsInUse', () => {
  it('returns those of the given ids that are in use', async () => {
    const uses = [use('book', 1), use('jar', 1, { rows: () => Prisma.sql`SELECT 9 AS used_id, 1 AS id, '' AS name` })]
    expect([...(await listIdsInUse(scope, { entity: usedShelf(uses) }, [7, 8, 9]))].sort()).toEqual([7, 9])
    expect((await listIdsInUse(scope, { entity: 'drawer' }, [7])).size).toBe(0)
  })
})
