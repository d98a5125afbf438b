import { afterAll, beforeAll, expect, test } from 'vitest'
import { contactMoves, REPOINTED } from '#areas/people/contacts/merges/contact-moves.queries'
import '#areas/index'
import { recordUses } from '#kernel/records/uses'
import { openTenantDb, type TenantDb, type Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import { Prisma } from '#prisma/client'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { addChapter } from '#test/support/people/chapter-records'
import { addPerson } from '#test/support/people/contact-rows'

let server: TestApp
let mine: TestCaller
let db: TenantDb
let member: number
let all: number[]
const chapters = { readable: [] as number[], editable: [] as number[], actor: 'login:1' }

beforeAll(async () => {
  server = await buildTestApp()
  mine = await server.tenant()
  const { id } = mine.tenant
  member = (await addPerson(server.database, id)).id
  const outside = await addPerson(server.database, id)
  const chapter = await addChapter(server, id, 'Chapter', [member])
  all = [member, outside.id, chapter.organizationId].sort((a, b) => a - b)
  chapters.readable.push(chapter.id)
  db = openTenantDb(server.database, id, chapters)
})
afterAll(() => server.close())

const seen = async (tx: Transaction): Promise<number[]> =>
  (await tx.rows<{ id: number }>(Prisma.sql`SELECT id FROM contact ORDER BY id`)).map(({ id }) => id)

const inside = () => all.filter((id) => id === member || id === all.at(-1))

test('a caller limited to chapters sees the whole tenant for the time of such work, also inside of such work', async () => {
  const scope = { chapters, db }
  await db.transaction(async (tx) => {
    expect(await seen(tx)).toEqual(inside())
    await runForWholeTenant(scope, tx, async () => {
      expect(await seen(tx)).toEqual(all)
      await runForWholeTenant(scope, tx, async () => expect(await seen(tx)).toEqual(all))
      expect(await seen(tx)).toEqual(all)
    })
    expect(await seen(tx)).toEqual(inside())
  })
  expect((await db.rows(Prisma.sql`SELECT id FROM contact`)).length).toBe(inside().length)
})

test('work that fails leaves a connection without it', async () => {
  const failing = db.transaction((tx) =>
    runForWholeTenant({ chapters, db }, tx, () => tx.rows(Prisma.sql`SELECT 1 / ${0}::int AS x`)),
  )
  await expect(failing).rejects.toThrow(/division by zero/)
  for (let n = 0; n < 5; n++) expect((await db.rows(Prisma.sql`SELECT id FROM contact`)).length).toBe(inside().length)
})

test('a statement of the caller cannot begin such work', async () => {
  const key = await db.wholeTenantKey()
  for (const sql of [
    `select begin_whole_tenant('${'0'.repeat(64)}')`,
    'select begin_whole_tenant(null)',
    'select value from setting',
    'set role guildhall_app',
    'set role guildhall_system',
    'set session authorization guildhall_app',
  ])
    await expect(db.rows(Prisma.raw(sql)), sql).rejects.toThrow(/wrong|permission denied/)
  const proof = await db.transaction(async (tx) => {
    await tx.rows(Prisma.sql`SELECT begin_whole_tenant(${key})`)
    const [row] = await tx.rows<{ proof: string }>(
      Prisma.sql`SELECT current_setting('guildhall.whole_tenant') AS proof`,
    )
    return row?.proof ?? ''
  })
  expect(proof).toMatch(/^[0-9a-f]{64}$/)
  for (const value of [proof, key, 'on', 'true'])
    await db.transaction(async (tx) => {
      await tx.rows(Prisma.sql`SELECT set_config('guildhall.whole_tenant', ${value}, true)`)
      expect(await seen(tx)).toEqual(inside())
    })
})

test('such work sees no other tenant', async () => {
  const theirs = await server.tenant()
  await addPerson(server.database, theirs.tenant.id)
  await db.transaction((tx) => runForWholeTenant({ chapters, db }, tx, async () => expect(await seen(tx)).toEqual(all)))
})

test('such work has the privileges to find every record in use, and to move every record of a contact', async () => {
  await db.transaction((tx) =>
    runForWholeTenant({ chapters, db }, tx, async () => {
      for (const { rows, user } of recordUses.entries())
        await expect(tx.rows(rows(mine.tenant.id, new Date())), user).resolves.toBeInstanceOf(Array)
    }),
  )
  const moved = [...contactMoves.entries(), ...REPOINTED.map((one) => ({ ...one, sameAs: undefined }))]
  expect(moved.length).toBeGreaterThan(25)
  for (const { table, column, sameAs } of moved) {
    const [row] = await db.rows<{ canMove: boolean; canDelete: boolean }>(Prisma.sql`
      SELECT has_column_privilege(${table}, ${column}, 'UPDATE') AS "canMove",
        has_table_privilege(${table}, 'DELETE') AS "canDelete"`)
    expect(row, table).toMatchObject({ canMove: true, ...(sameAs && { canDelete: true }) })
  }
})
