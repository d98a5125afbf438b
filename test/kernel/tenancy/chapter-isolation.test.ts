import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { openTenantDb, type TenantDb } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import { loadDemo } from '#src/demo/load-demo'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import {
  addChapter,
  type ContactTable,
  listContactTables,
  type TestChapter,
} from '#test/support/people/chapter-records'

// These tests query the database directly, without a filter of the application.

let server: TestApp
let mine: TestCaller
let chapter: TestChapter
let members: Set<number>
let foreign: number
/** One caller can change the contacts of the chapter; the other can only read them. */
let editor: TenantDb
let reader: TenantDb
/** Tables that belong to contacts, with the columns that reference contacts. */
let contactTables: ContactTable[]

const limit = (readable: number[], editable: number[], actor = 'login:1') => ({ readable, editable, actor })

beforeAll(async () => {
  server = await buildTestApp()
  mine = await server.tenant()
  const tenantId = mine.tenant.id
  await loadDemo({ database: server.database, tenant: mine.tenant, contacts: 120, now: new Date() })
  const all = await server.database.system.contact.findMany({
    where: { tenantId, mergedIntoId: null },
    orderBy: { id: 'asc' },
  })
  const ids = all.filter((_, n) => n % 3 === 0).map(({ id }) => id)
  chapter = await addChapter(server, tenantId, 'Chapter', ids)
  foreign = all.find(({ id, deletedAt }) => !ids.includes(id) && !deletedAt)?.id ?? 0
  await addChapter(server, tenantId, 'Another', [foreign])
  members = new Set([...ids, chapter.organizationId])
  editor = openTenantDb(server.database, tenantId, limit([chapter.id], [chapter.id]))
  reader = openTenantDb(server.database, tenantId, limit([chapter.id], []))
  contactTables = await listContactTables(server)
}, 120_000)
afterAll(() => server.close())

const system = <T>(sql: string) => server.database.system.$queryRawUnsafe<T[]>(sql)
const run = (db: TenantDb, sql: string) => db.rows<Record<string, number>>(Prisma.raw(sql))
const isMember = (id: number | null) => id === null || members.has(id)

/** The current rows, those of members separately; xmin changes with every write. */
const state = async (table: string, columns: string[]) => {
  const rows = await system<Record<string, number> & { version: string; whole: string }>(
    `select xmin::text as version, t::text as whole, ${columns.join(', ')} from ${table} t where tenant_id = ${mine.tenant.id}`,
  )
  const inside = rows.filter((row) => columns.every((column) => isMember(row[column] ?? null)))
  const outside = rows.filter((row) => !inside.includes(row))
  return { inside: inside.length, outside: outside.map(({ version, whole }) => `${version} ${whole}`).sort() }
}

describe('without a filter in the application', () => {
  test('an owner reads only the contacts of the chapter and the rows that belong to them', async () => {
    const seen = await run(editor, 'select id from contact')
    expect(new Set(seen.map(({ id }) => id))).toEqual(members)
    let rows = 0
    for (const { table, columns } of contactTables.filter((each) => !each.table.startsWith('chapter'))) {
      const found = await run(editor, `select ${columns.join(', ')} from ${table}`)
      const { inside } = await state(table, columns)
      expect(found.length, table).toBe(table === 'contact_chapter' ? members.size - 1 : inside)
      rows += found.length
      for (const row of found) for (const column of columns) expect(isMember(row[column] ?? null), table).toBe(true)
    }
    expect(rows).toBeGreaterThan(200)
    expect((await run(editor, 'select id from chapter')).map(({ id }) => id)).toEqual([chapter.id])
    const addresses = await run(editor, 'select id from address')
    const used = await run(editor, 'select distinct address_id from contact_address')
    expect(addresses.length).toBe(used.length)
  })

  test('an owner changes and deletes nothing outside the chapter, a reader nothing', async () => {
    for (const { table, columns } of contactTables.filter((each) => !each.table.includes('chapter'))) {
      const before = await state(table, columns)
      // The number of written rows; 0 if the database rejects the statement.
      const write = async (db: TenantDb, sql: string): Promise<number> => {
        try {
          const [row] = await run(db, `with done as (${sql} returning 1) select count(*)::int as n from done`)
          return row?.n ?? 0
        } catch (error) {
          expect((error as Error).message, sql).toMatch(
            /permission denied|row-level security|foreign key|duplicate key/,
          )
          return 0
        }
      }
      const same = `update ${table} set tenant_id = tenant_id`
      expect(await write(reader, same), table).toBe(0)
      expect(await write(reader, `delete from ${table}`), table).toBe(0)
      expect([0, before.inside], table).toContain(await write(editor, same))
      for (const column of columns) await write(editor, `update ${table} set ${column} = ${foreign}`)
      expect((await state(table, columns)).outside, table).toEqual(before.outside)
    }
    const contacts = await state('contact', ['id'])
    await run(editor, `update contact set city = 'Mine'`)
    await expect(run(editor, 'delete from contact')).rejects.toThrow(/permission denied/)
    await run(reader, `update contact set city = 'Mine'`)
    expect((await state('contact', ['id'])).outside).toEqual(contacts.outside)
  })

  test('rejects rows for a contact of another chapter, and adding such a contact to the own chapter', async () => {
    const tenantId = mine.tenant.id
    for (const contactId of [foreign, 2147480000]) {
      const email = { tenantId, contactId, address: 'a@b', addressKey: 'a@b' }
      await expect(editor.prisma.contactEmail.create({ data: email })).rejects.toThrow(/row-level security/)
      await expect(reader.prisma.contactEmail.create({ data: email })).rejects.toThrow(/row-level security/)
    }
    const made = { tenantId, systemTypeId: 1, displayName: 'X', sortName: 'x' }
    await expect(editor.prisma.contact.create({ data: made })).rejects.toThrow(/row-level security/)
    const claim = { tenantId, contactId: foreign, chapterId: chapter.id, isPrimary: false }
    await expect(editor.prisma.contactChapter.create({ data: claim })).rejects.toThrow(/denied/)
    await expect(run(editor, 'update contact_chapter set chapter_id = 1')).rejects.toThrow(/denied/)
    // A merge may, as work on the whole tenant; a statement finds no row.
    const assigned = () =>
      system(
        `select xmin::text as version, t.* from contact_chapter t where tenant_id = ${tenantId} order by contact_id, chapter_id`,
      )
    const before = await assigned()
    for (const sql of ['update contact_chapter set is_primary = true', 'delete from contact_chapter'])
      expect(await run(editor, `${sql} returning contact_id`), sql).toEqual([])
    expect(await assigned()).toEqual(before)
    await expect(run(editor, `insert into chapter_owner values (1, 1, 1, true)`)).rejects.toThrow(/denied/)
    await expect(run(editor, `select new_chapter_contact(${tenantId})`)).rejects.toThrow(/foreign key/)
    await expect(run(reader, `select new_chapter_contact(${tenantId})`)).rejects.toThrow(/no chapter/)
  })

  test('rejects access to tables that are not for chapters, and changes of value lists', async () => {
    const rejected = [
      'select * from application_permission',
      'select * from role',
      'select * from record_count',
      'select * from audit_entry',
      'select * from outbox_event',
      'select id from login',
      `insert into tag (tenant_id, name, name_key) values (${mine.tenant.id}, 'a', 'a')`,
      'delete from contact_group',
      `update contact_group set name = 'mine'`,
      'update contact_group set tenant_id = tenant_id',
      `insert into audit_entry (tenant_id, entity, entity_id, audit_id, action, actor)
        values (${mine.tenant.id}, 'contact', 1, 1, 'updated', 'login:2')`,
    ]
    for (const sql of rejected)
      await expect(run(editor, sql), sql).rejects.toThrow(/permission denied|row-level security/)
    await expect(
      editor.transaction((tx) => enqueueJobs(tx, [{ name: 'x', payload: { tenantId: mine.tenant.id + 1 } }])),
    ).rejects.toThrow(/carries its tenantId|is not the tenant of this session/)
  })

  test('the search and the change feed return only contacts of the chapter', async () => {
    const found = await run(
      editor,
      `select id from contact_search(${mine.tenant.id}, '''${mine.tenant.id}|'':*'::tsquery)`,
    )
    expect(found.length).toBeGreaterThan(20)
    expect(found.filter(({ id }) => !isMember(id ?? 0))).toEqual([])
    const [row] = await editor.rows<{ json: string }>(Prisma.sql`SELECT contact_changes('2000-01-01', 1000) AS json`)
    const feed = JSON.parse(row?.json ?? '[]')
    expect(new Set(feed.map(({ ContactId }: { ContactId: number }) => ContactId))).toEqual(members)
  })

  test('a caller without a chapter reads nothing', async () => {
    const without = openTenantDb(server.database, mine.tenant.id, limit([], []))
    for (const { table } of contactTables) expect(await run(without, `select 1 from ${table}`), table).toEqual([])
    expect(await run(without, 'select 1 from contact')).toEqual([])
  })
})

test('simultaneous requests of two tenants, limited and not, on few connections read only their rows', async () => {
  const theirs = await server.tenant()
  const other = await server.database.system.contact.create({
    data: { tenantId: theirs.tenant.id, systemTypeId: 1, displayName: 'T', sortName: 't' },
  })
  const { id: theirChapter } = await addChapter(server, theirs.tenant.id, 'Theirs', [other.id])
  const count = (tenantId: number) => server.database.system.contact.count({ where: { tenantId } })
  const open = (tenantId: number, chapters: number[] | null) =>
    openTenantDb(server.database, tenantId, chapters && limit(chapters, chapters))
  const callers = [
    { db: open(mine.tenant.id, null), sees: await count(mine.tenant.id) },
    { db: open(mine.tenant.id, [chapter.id]), sees: members.size },
    { db: open(mine.tenant.id, []), sees: 0 },
    { db: open(theirs.tenant.id, null), sees: 2 },
    { db: open(theirs.tenant.id, [theirChapter]), sees: 2 },
    { db: open(theirs.tenant.id, [chapter.id]), sees: 0 },
  ]
  // A fixed pseudo-random sequence chooses the caller and the way it reads.
  let seed = 7
  const next = (below: number) => {
    seed = (seed * 48271) % 2147483647
    return seed % below
  }
  const results = await Promise.all(
    Array.from({ length: 600 }, async () => {
      const { db, sees } = callers[next(callers.length)] as (typeof callers)[number]
      const how = next(4)
      const ids =
        how === 0
          ? (await db.prisma.contact.findMany({ select: { tenantId: true } })).map(({ tenantId }) => tenantId)
          : how === 1
            ? await db
                .transaction(async (tx) => {
                  if (next(5) === 0) await tx.$executeRaw`select 1 / 0`.catch(() => undefined)
                  return (await tx.contact.findMany({ select: { tenantId: true } })).map(({ tenantId }) => tenantId)
                })
                .catch(() => undefined)
            : how === 2
              ? await db.transaction(async (tx) => (await tx.rows<{ t: number }>(ALL)).map(({ t }) => t))
              : (await db.rows<{ t: number }>(ALL)).map(({ t }) => t)
      return ids === undefined || (ids.length === sees && ids.every((id) => id === db.tenantId))
    }),
  )
  expect(results.every(Boolean)).toBe(true)
})

const ALL = Prisma.sql`select tenant_id as t from contact`
