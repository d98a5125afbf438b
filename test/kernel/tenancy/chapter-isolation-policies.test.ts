import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { type ContactTable, listContactTables } from '#test/support/people/chapter-records'

let server: TestApp
let contactTables: ContactTable[]
beforeAll(async () => {
  server = await buildTestApp()
  contactTables = await listContactTables(server)
})
afterAll(() => server.close())

const system = <T>(sql: string) => server.database.system.$queryRawUnsafe<T[]>(sql)

const SQL = new URL('../../../prisma/sql/', import.meta.url)

/** How prisma/sql declares a table that owners of chapters read completely: as a value list, or by the condition `true`. */
const DECLARED = /chapter_wall(?:_list\('(\w+)'\)|\('(\w+)', 'true')/g

const LISTS = readdirSync(SQL)
  .flatMap((file) => [...readFileSync(new URL(file, SQL), 'utf8').matchAll(DECLARED)])
  .map(([, list, other]) => list ?? other)
  .sort()

describe('every table of a tenant', () => {
  test('has policies for the role of callers that are limited to chapters', async () => {
    const open = await system<{ name: string }>(`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not exists (
        select from pg_policy p where p.polrelid = c.oid and 'guildhall_chapter'::regrole = any (p.polroles))`)
    expect(
      open.map(({ name }) => name),
      'call chapter_wall_by_contact, _list, _closed ... in prisma/sql',
    ).toEqual([])
  })

  test('is limited by each column that references a contact', async () => {
    const policies = await system<{ table: string; text: string; kind: string }>(`
      select polrelid::regclass::text as table, polname as kind,
        coalesce(pg_get_expr(polqual, polrelid), '') || coalesce(pg_get_expr(polwithcheck, polrelid), '') as text
      from pg_policy where 'guildhall_chapter'::regrole = any (polroles) and polname <> 'whole_tenant'`)
    for (const { table, columns } of contactTables.filter(
      (each) => each.table !== 'chapter' && each.table !== 'contact_chapter',
    ))
      for (const { text, kind } of policies.filter((policy) => policy.table === table))
        for (const column of columns)
          if (text !== 'false')
            expect(text, `${kind} of ${table}`).toMatch(new RegExp(`\\b${column}\\b|^\\(.*false\\)`))
    expect(contactTables.length).toBeGreaterThan(20)
  })

  test('is open to work on the whole tenant by one policy, which requires the proof of such work', async () => {
    const policies = await system<{ table: string; text: string }>(`
      select c.oid::regclass::text as table, pg_get_expr(p.polqual, c.oid) || ' / ' || pg_get_expr(p.polwithcheck, c.oid) as text
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      left join pg_policy p on p.polrelid = c.oid and p.polname = 'whole_tenant' and p.polcmd = '*' and p.polpermissive
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname <> 'contact_chapter'`)
    const condition = '((tenant_id = current_tenant()) AND ( SELECT is_whole_tenant() AS is_whole_tenant))'
    for (const { table, text } of policies) expect(text, table).toBe(`${condition} / ${condition}`)
    const [read] = await system<{ text: string }>(`
      select pg_get_expr(polqual, polrelid) as text from pg_policy
      where polrelid = 'contact_chapter'::regclass and polname = 'chapter_read'`)
    expect(read?.text).toBe(
      '((tenant_id = current_tenant()) AND (chapter_id = ANY (( SELECT visible_chapters() AS visible_chapters)::integer[])))',
    )
  })

  test('is declared as a value list if it is readable without a contact', async () => {
    const free = await system<{ name: string }>(`
      select polrelid::regclass::text as name from pg_policy
      where 'guildhall_chapter'::regrole = any (polroles) and polname = 'chapter_read'
        and pg_get_expr(polqual, polrelid) in ('(tenant_id = current_tenant())', '((tenant_id = current_tenant()) AND true)')
      order by 1`)
    expect(
      free.map(({ name }) => name),
      'call chapter_wall_list in prisma/sql if owners of chapters must read the table; otherwise chapter_wall_closed',
    ).toEqual(LISTS)
    expect(LISTS.length).toBeGreaterThan(50)
  })

  test('grants the role no privilege that other requests do not have', async () => {
    const beyond = await system<{ name: string }>(`
      select table_name || ' ' || privilege_type as name from information_schema.role_table_grants g
      where grantee = 'guildhall_chapter' and not exists (select from information_schema.role_table_grants a
        where a.grantee = 'guildhall_app' and a.table_name = g.table_name and a.privilege_type = g.privilege_type)`)
    expect(beyond).toEqual([])
  })

  test('is not accessible by a function that runs as another role', async () => {
    const functions = await system<{ name: string }>(`
      select proname as name from pg_proc where prosecdef and pronamespace = 'public'::regnamespace
        and prorettype <> 'trigger'::regtype and has_function_privilege('guildhall_chapter', oid, 'execute') order by 1`)
    // Each of these checks the chapters itself, or returns nothing about a contact.
    expect(functions.map(({ name }) => name)).toEqual([
      'begin_whole_tenant',
      'chapters_of_tenant',
      'contact_search',
      'contact_search_short',
      'enqueue_jobs',
      'is_address_within',
      'is_whole_tenant_proven',
      'new_chapter_contact',
      'organizations_by_spelling',
      'tenant_name_of',
    ])
  })
})

test('other callers have one policy on each table, which does not contain chapters, so that their plans do not change', async () => {
  const policies = await system<{ table: string; text: string }>(`
    select polrelid::regclass::text as table, pg_get_expr(polqual, polrelid) as text
    from pg_policy where 'guildhall_app'::regrole = any (polroles)`)
  const others = policies.filter(({ table, text }) => text !== '(tenant_id = current_tenant())' && table !== 'tenant')
  expect(others).toEqual([])
  expect(new Set(policies.map(({ table }) => table)).size).toBe(policies.length)
  expect(policies.length).toBeGreaterThan(50)
})
