import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { countQueries } from '#test/support/database/count-queries'
import { addPerson, endContact } from '#test/support/people/contact-rows'
import { readFeed } from '#test/support/people/read-feed'
import { expectShape } from '#test/support/server/contract-shape'

interface Delta {
  ContactId: number
  ModifiedDate: string
  IsDeleted: boolean
  DisplayName: string
}

let server: TestApp
let mine: TestCaller
const EARLY = '2000-01-01T00:00:00Z'

const changes = async (caller: TestCaller, since: string, top: number): Promise<Delta[]> => {
  const answer = await readFeed(caller, since, top)
  expect(answer.statusCode, answer.body).toBe(200)
  expectShape('listContactChanges', answer.json())
  return answer.json()
}

/** A writer on a separate connection: slow transactions that update, delete or roll back. */
interface Step {
  touches: { contact: number; isDeletion: boolean }[]
  /** Milliseconds between the change and the end of its transaction. */
  delay: number
  isRolledBack: boolean
}
const step: fc.Arbitrary<Step> = fc.record({
  touches: fc.array(fc.record({ contact: fc.nat(19), isDeletion: fc.boolean() }), { minLength: 1, maxLength: 3 }),
  delay: fc.constantFrom(0, 0, 1, 3, 10, 25),
  isRolledBack: fc.integer({ min: 1, max: 4 }).map((n) => n === 1),
})

const write = async (url: string, tenantId: number, contacts: number[], steps: Step[], writer: number) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const [number, { touches, delay, isRolledBack }] of steps.entries()) {
      await client.query('BEGIN')
      // In the order of ids, so that writers wait for each other without a deadlock.
      for (const { contact, isDeletion } of [...touches].sort((a, b) => a.contact - b.contact)) {
        const values = [tenantId, contacts[contact], `${writer}:${number}`, isDeletion]
        await client.query(
          `UPDATE contact SET display_name = $3, deleted_at = CASE WHEN $4 THEN now() END
            WHERE tenant_id = $1 AND id = $2`,
          values,
        )
        await client.query('SELECT pg_sleep($1 / 1000.0)', [delay / touches.length])
      }
      await client.query(isRolledBack ? 'ROLLBACK' : 'COMMIT')
    }
  } finally {
    await client.end()
  }
}

/** Reads the feed by ModifiedDate until the writers are done and it has no more rows. */
const follow = async (caller: TestCaller, since: string, top: number, isDone: () => boolean): Promise<Delta[]> => {
  const seen: Delta[] = []
  for (let at = since; ; ) {
    const wasDone = isDone()
    const rows = await changes(caller, at, top)
    seen.push(...rows)
    at = rows.at(-1)?.ModifiedDate ?? at
    if (wasDone && rows.length === 0) return seen
  }
}

/** A transaction that stays open until the test ends it. */
const openChange = async (tenantId: number, id: number): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: server.database.systemUrl })
  await client.connect()
  await client.query('BEGIN')
  await client.query(`UPDATE contact SET display_name = 'slow' WHERE tenant_id = $1 AND id = $2`, [tenantId, id])
  return client
}

/** Defines the tests of the change feed, with this number of random races of writers. */
export const testFeed = (races: number): void => {
  beforeAll(async () => {
    server = await buildTestApp()
    mine = await server.tenant()
  })
  afterAll(() => server.close())

  test(
    'GET /api/contacts/delta (listContactChanges) misses nothing and keeps the order while others write',
    async () => {
      const { system } = server.database
      const run = async (writers: Step[][], top: number) => {
        const caller = await server.tenant()
        const tenantId = caller.tenant.id
        const contacts = (
          await Promise.all(Array.from({ length: 20 }, () => addPerson(server.database, tenantId)))
        ).map(({ id }) => id)
        let isDone = false
        const writing = Promise.all(
          writers.map((steps, n) => write(server.database.systemUrl, tenantId, contacts, steps, n)),
        )
        const following = follow(caller, EARLY, top, () => isDone)
        await writing.finally(() => {
          isDone = true
        })
        const seen = await following

        const place = ({ ModifiedDate, ContactId }: Delta) => `${ModifiedDate} ${String(ContactId).padStart(10, '0')}`
        expect(seen.map(place)).toEqual([...new Set(seen.map(place))].sort())
        // The last row of each contact in the feed is its current state.
        const last = new Map(seen.map((row) => [row.ContactId, row]))
        for (const row of await system.contact.findMany({ where: { tenantId } })) {
          expect(last.get(row.id)).toEqual({
            ContactId: row.id,
            DisplayName: row.displayName,
            ModifiedDate: row.modifiedAt.toISOString(),
            IsDeleted: row.deletedAt !== null,
            SystemContactTypeId: 1,
            CustomFields: [],
          })
        }
      }
      const writers = fc.array(fc.array(step, { minLength: 1, maxLength: 12 }), { minLength: 2, maxLength: 5 })
      await fc.assert(fc.asyncProperty(writers, fc.integer({ min: 1, max: 5 }), run), {
        numRuns: races,
        endOnFailure: true,
      })
    },
    120_000 + races * 10_000,
  )

  describe('GET /api/contacts/delta (listContactChanges)', () => {
    test('returns no row that a slower transaction of the same tenant could still precede', async () => {
      const one = await server.tenant()
      const other = await server.tenant()
      const slow = await addPerson(server.database, one.tenant.id)
      const open = await openChange(one.tenant.id, slow.id)
      try {
        const late = await addPerson(server.database, one.tenant.id)
        const elsewhere = await addPerson(server.database, other.tenant.id)
        expect((await follow(one, EARLY, 10, () => true)).map(({ ContactId }) => ContactId)).toEqual([slow.id])
        expect((await follow(other, EARLY, 10, () => true)).map(({ ContactId }) => ContactId)).toEqual([elsewhere.id])
        await open.query('COMMIT')
        const after = await follow(one, slow.modifiedAt.toISOString(), 10, () => true)
        expect(after.map(({ ContactId, DisplayName }) => [ContactId, DisplayName])).toEqual([
          [slow.id, 'slow'],
          [late.id, late.displayName],
        ])
      } finally {
        await open.end()
      }
    })

    test('does not wait for a change that was rolled back', async () => {
      const caller = await server.tenant()
      const slow = await addPerson(server.database, caller.tenant.id)
      const open = await openChange(caller.tenant.id, slow.id)
      const late = await addPerson(server.database, caller.tenant.id)
      await open.query('ROLLBACK')
      await open.end()
      const seen = await follow(caller, EARLY, 10, () => true)
      expect(seen.map(({ ContactId }) => ContactId)).toEqual([slow.id, late.id])
    })

    test('never splits rows of the same time', async () => {
      const caller = await server.tenant()
      const tenantId = caller.tenant.id
      const people = await Promise.all(Array.from({ length: 12 }, () => addPerson(server.database, tenantId)))
      const moments = ['2026-01-01T00:00:00.001Z', '2026-01-01T00:00:00.002Z', '2026-01-01T00:00:00.003Z']
      const admin = new pg.Client({ connectionString: server.url })
      await admin.connect()
      // The trigger is bypassed, because no request can set these times.
      await admin.query('SET session_replication_role = replica')
      for (const [n, moment] of moments.entries())
        await admin.query('UPDATE contact SET modified_at = $1 WHERE tenant_id = $2 AND id = ANY ($3)', [
          moment,
          tenantId,
          people.filter((_, index) => index % 3 === n).map(({ id }) => id),
        ])
      await admin.end()
      const seen: number[] = []
      let since = EARLY
      for (const moment of moments) {
        const rows = await changes(caller, since, 1)
        expect(rows.map(({ ModifiedDate }) => ModifiedDate)).toEqual(rows.map(() => moment))
        expect(rows.length).toBe(4)
        seen.push(...rows.map(({ ContactId }) => ContactId))
        since = rows.at(-1)?.ModifiedDate ?? ''
      }
      expect(new Set(seen).size).toBe(12)
      expect(await changes(caller, since, 1)).toEqual([])
    })

    test('returns deleted and merged contacts as deleted, and no unmatched ones', async () => {
      const caller = await server.tenant()
      const { database } = server
      const deleted = await addPerson(database, caller.tenant.id)
      const loser = await addPerson(database, caller.tenant.id)
      const winner = await addPerson(database, caller.tenant.id)
      await endContact(database, deleted)
      await endContact(database, loser, winner.id)
      await addPerson(database, caller.tenant.id, { isUnmatched: true })
      const seen = await follow(caller, EARLY, 100, () => true)
      // Not their order: they can have changed in the same millisecond.
      expect(new Map(seen.map(({ ContactId, IsDeleted }) => [ContactId, IsDeleted]))).toEqual(
        new Map([
          [winner.id, false],
          [deleted.id, true],
          [loser.id, true],
        ]),
      )
    })

    test('accepts a date, and a date-time with or without a zone, and runs one statement', async () => {
      const { ContactId } = { ContactId: (await addPerson(server.database, mine.tenant.id)).id }
      const since = ['2026-01-01', '2026-01-01T10:00', '2026-01-01T10:00:00.123456', '2026-01-01T10:00:00+02:00']
      for (const text of since) expect((await changes(mine, text, 1000)).at(-1)).toMatchObject({ ContactId })
      const { queries } = await countQueries(server.database, () => changes(mine, EARLY, 1000))
      expect(queries).toEqual(['SELECT 1'])
      expect(await changes(mine, '9999-12-31', 10)).toEqual([])
    })

    test.each(['', 'top=5', 'modifiedSince=2026-01-01', 'modifiedSince=soon&top=5', 'modifiedSince=2026-02-30&top=5'])(
      'refuses %j with 400',
      async (query) => expect((await mine.get(`/api/contacts/delta?${query}`)).statusCode).toBe(400),
    )

    test.each(['0', '-1', '1001', 'all', '99999999999'])('refuses top=%s with 400', async (top) =>
      expect((await mine.get(`/api/contacts/delta?modifiedSince=2026-01-01&top=${top}`)).statusCode).toBe(400),
    )
  })
}
