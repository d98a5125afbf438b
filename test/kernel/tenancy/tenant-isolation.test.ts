import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseRole, urlOfRole } from '#kernel/database/logins'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { globalModels } from '#kernel/tenancy/global-models'
import { type Models, openTenantDb, type TenantDb } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { LOGIN_KEY } from '#test/support/database/login-key'
import { withAdmin } from '#test/support/server/test-server'

const schema = readdirSync('prisma/schema')
  .map((file) => readFileSync(`prisma/schema/${file}`, 'utf8'))
  .join('\n')
const models = [...schema.matchAll(/^model (\w+) \{([\s\S]*?)^\}/gm)].map(([, name = '', body = '']) => ({
  name,
  body,
  table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? name,
}))
const owned = models.filter(({ name }) => !globalModels.has(name))
/** Models of tenants that only the kernel reads and writes. */
const kernelModels = [
  ...['OAuthCode', 'OAuthToken', 'OAuthConsent'],
  ...['MemberPassword', 'MemberSession', 'MemberLink', 'MemberConsent'],
]
/** Columns that requests write and never read. */
const unreadable: Record<string, object> = { ApplicationSecret: { omit: { hash: true } } }

interface AnyModel {
  findMany(options?: object): Promise<{ tenantId: number }[]>
  count(): Promise<number>
  deleteMany(): Promise<{ count: number }>
}
const modelOf = (db: Models, name: string) =>
  db[(name.charAt(0).toLowerCase() + name.slice(1)) as 'contact'] as unknown as AnyModel

let server: TestApp
let mine: TestCaller
let theirs: TestCaller
let db: TenantDb
let foreignContact: number

beforeAll(async () => {
  server = await buildTestApp()
  mine = await server.tenant()
  theirs = await server.foreignTenant()
  db = openTenantDb(server.database, mine.tenant.id)
  for (const { tenant } of [mine, theirs]) {
    const contact = await server.database.system.contact.create({
      data: {
        tenantId: tenant.id,
        systemTypeId: 1,
        displayName: 'A',
        sortName: 'a',
        emails: { create: { address: 'A@x', addressKey: 'a@x' } },
      },
    })
    foreignContact = contact.id
  }
})
afterAll(() => server.close())

test('every model belongs to a tenant and has a composite key, or is listed as global', () => {
  expect(models.length).toBeGreaterThan(40)
  for (const { name, body } of owned) {
    expect(body, name).toMatch(/^\s+tenantId\s+Int\s+@map\("tenant_id"\)/m)
    expect(body, name).toMatch(/@@id\(\[tenantId, /)
  }
  for (const name of globalModels) expect(models.map((model) => model.name)).toContain(name)
})

test('foreign keys between tables of tenants contain the tenant', () => {
  for (const { name, body } of owned) {
    for (const [line, fields = ''] of body.matchAll(/@relation\((?:"\w+", )?fields: \[([\w, ]+)\]/g)) {
      const toGlobal = /tenantId$/.test(fields.trim())
      if (!toGlobal) expect(fields, `${name}: ${line}`).toMatch(/enantId/)
    }
  }
})

test('row-level security is forced on every table of a tenant, and neither role owns one', async () => {
  const tables = await server.database.system.$queryRaw<{ name: string; forced: boolean; owner: string }[]>`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced, r.rolname as owner
    from pg_class c join pg_roles r on r.oid = c.relowner where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`
  for (const { name, table } of owned) {
    const found = tables.find((row) => row.name === table)
    expect(found?.forced, name).toBe(true)
    expect(found?.owner).not.toMatch(/^guildhall_(app|system)$/)
  }
})

describe('without a tenant filter in the application', () => {
  test('reads return no row of another tenant, in any table', async () => {
    for (const { name } of owned.filter((model) => !kernelModels.includes(model.name))) {
      const rows = await modelOf(db.prisma, name).findMany(unreadable[name])
      expect(
        rows.filter((row) => row.tenantId !== mine.tenant.id),
        name,
      ).toEqual([])
    }
    expect(await db.prisma.contact.count()).toBe(1)
    expect(await db.prisma.contactEmail.count()).toBe(1)
    expect(await db.prisma.tenant.count()).toBe(1)
  })

  test('raw statements return no row of another tenant', async () => {
    const rows = await db.prisma.$queryRaw<{ n: number }[]>`select count(*)::int as n from contact`
    expect(rows[0]?.n).toBe(1)
  })

  test('rejects inserts for another tenant, nested ones included', async () => {
    const data = { tenantId: theirs.tenant.id, systemTypeId: 1, displayName: 'B', sortName: 'b' }
    await expect(db.prisma.contact.create({ data })).rejects.toThrow(/row-level security/)
    await expect(
      db.prisma.contact.create({ data: { ...data, emails: { create: { address: 'b@x', addressKey: 'b@x' } } } }),
    ).rejects.toThrow(/row-level security/)
    await expect(
      db.prisma.contactEmail.create({
        data: { tenantId: theirs.tenant.id, contactId: foreignContact, address: 'c@x', addressKey: 'c@x' },
      }),
    ).rejects.toThrow(/row-level security/)
    await expect(
      db.prisma.group.create({
        data: { tenantId: mine.tenant.id, name: 'G', members: { create: { contactId: foreignContact } } },
      }),
    ).rejects.toThrow(/[Ff]oreign key/)
    await expect(db.transaction((tx) => tx.contact.create({ data }))).rejects.toThrow(/row-level security/)
  })

  test('rejects moving a row to another tenant', async () => {
    await expect(db.prisma.contactEmail.updateMany({ data: { tenantId: theirs.tenant.id } })).rejects.toThrow()
  })

  test('updates and deletes without a filter change only rows of the tenant', async () => {
    expect(await db.prisma.contact.updateMany({ data: { city: 'Here' } })).toEqual({ count: 1 })
    expect(await db.prisma.contactEmail.deleteMany()).toEqual({ count: 1 })
    const foreign = await server.database.system.contact.findFirstOrThrow({
      where: { tenantId: theirs.tenant.id },
      include: { emails: true },
    })
    expect([foreign.city, foreign.emails.length]).toEqual([null, 1])
  })
})

test('requests cannot access records that only the kernel uses', async () => {
  for (const name of kernelModels) await expect(modelOf(db.prisma, name).findMany(), name).rejects.toThrow()
  const rejected = [
    'delete from application_permission',
    'delete from application_secret',
    'select hash from application_secret',
    `update application_secret set hash = 'mine'`,
    'delete from audit_entry',
    'update outbox_event set payload = null',
    'delete from outbox_receipt',
    'update record_count set n = 0',
    `insert into staff (tenant_id, login_id, role_id) values (1, 1, 1)`,
    'update staff set role_id = 1',
    `update role set scopes = '{platform}'`,
    'select id from login',
    'select token_hash from login_session',
    'select hash from member_password',
    'select token_hash from member_link',
    'update member_link set used_at = null',
    'select value from setting',
    `update tenant set key = 'mine'`,
    'select * from graphile_worker.jobs',
    'create table mine (id int)',
  ]
  for (const sql of rejected) await expect(db.rows(Prisma.raw(sql)), sql).rejects.toThrow(/permission denied/)
})

test('a request can only enqueue jobs of its own tenant', async () => {
  const enqueue = (payload: object) =>
    db.transaction((tx) => enqueueJobs(tx, [{ name: 'unknown_job', payload: { ...payload } }]))
  await enqueue({ tenantId: mine.tenant.id })
  await expect(enqueue({ tenantId: theirs.tenant.id })).rejects.toThrow(/is not the tenant of this session/)
  await expect(enqueue({})).rejects.toThrow(/is not the tenant of this session/)
})

test('a job of a tenant cannot replace a job of another tenant or of the installation, whatever its key', async () => {
  const spec = (tenantId: number) => ({ name: 'unknown_job', payload: { tenantId }, key: 'same', queue: 'same' })
  await db.transaction((tx) => enqueueJobs(tx, [spec(mine.tenant.id)]))
  const other = openTenantDb(server.database, theirs.tenant.id)
  await other.transaction((tx) => enqueueJobs(tx, [spec(theirs.tenant.id)]))
  const own = [{ name: 'unknown_job', payload: {}, key: `tenant:${mine.tenant.id}/same` }]
  await server.database.system.$transaction((tx) => enqueueJobs(tx, own))
  const ids = [mine.tenant.id, theirs.tenant.id]
  const owner = new pg.Client({ connectionString: server.url })
  await owner.connect()
  const { rows } = await owner.query(
    `SELECT key, (SELECT queue_name FROM graphile_worker._private_job_queues q WHERE q.id = j.job_queue_id) AS queue
     FROM graphile_worker._private_jobs j WHERE key LIKE '%/same' ORDER BY id`,
  )
  await owner.end()
  expect(rows).toEqual([
    ...ids.map((id) => ({ key: `tenant:${id}/same`, queue: `tenant:${id}/same` })),
    { key: `installation/tenant:${mine.tenant.id}/same`, queue: null },
  ])
})

test('no role can call a trigger function', async () => {
  const callable = await server.database.system.$queryRaw`SELECT p.oid::regprocedure::text AS name, r.rolname AS role
    FROM pg_proc p, pg_roles r WHERE p.prorettype = 'trigger'::regtype AND p.pronamespace = 'public'::regnamespace
      AND r.rolname IN ('guildhall_app', 'guildhall_chapter') AND has_function_privilege(r.oid, p.oid, 'EXECUTE')`
  expect(callable).toEqual([])
})

test('without a tenant the pool provides no connection', async () => {
  await expect(server.database.tenantClient.contact.count()).rejects.toThrow(/No tenant/)
  await expect(server.database.tenantClient.$transaction(async (tx) => tx.contact.count())).rejects.toThrow(/No tenant/)
})

test('simultaneous requests of two tenants on few connections read only rows of their tenant', async () => {
  const other = openTenantDb(server.database, theirs.tenant.id)
  const results = await Promise.all(
    Array.from({ length: 400 }, async (_, i) => {
      const one = i % 2 ? db : other
      const contacts =
        i % 3 ? await one.prisma.contact.findMany() : await one.transaction((tx) => tx.contact.findMany())
      return contacts.every(({ tenantId }) => tenantId === one.tenantId) && contacts.length === 1
    }),
  )
  expect(results.every(Boolean)).toBe(true)
})

describe('a function with the rights of its owner', () => {
  const calls: [role: DatabaseRole, call: (tenantId: number | null) => string][] = [
    ['guildhall_app', (tenantId) => `contact_search(${tenantId}, 'a')`],
    ['guildhall_app', (tenantId) => `contact_search_short(${tenantId}, 'a')`],
    ['guildhall_app', (tenantId) => `organizations_by_spelling(${tenantId}, '{a}')`],
    ['guildhall_app', (tenantId) => `tenant_name_of(${tenantId}, '${theirs.tenant.key}')`],
    ['guildhall_app', (tenantId) => `enqueue_jobs(${tenantId}, '[]')`],
    ['guildhall_chapter', (tenantId) => `contact_search(${tenantId}, 'a')`],
    ['guildhall_chapter', (tenantId) => `contact_search_short(${tenantId}, 'a')`],
    ['guildhall_chapter', (tenantId) => `organizations_by_spelling(${tenantId}, '{a}')`],
    ['guildhall_chapter', (tenantId) => `enqueue_jobs(${tenantId}, '[]')`],
    ['guildhall_chapter', (tenantId) => `new_chapter_contact(${tenantId})`],
    ['guildhall_chapter', (tenantId) => `is_address_within(${tenantId}, 1, '{}')`],
  ]

  test.each(calls)('as %s rejects every tenant but that of the session: %s', async (role, call) => {
    const run = (session: string, tenantId: number | null) =>
      withAdmin(urlOfRole(role, { url: server.url, loginKey: LOGIN_KEY }), async (login) => {
        await login.query(`select set_config('guildhall.tenant', $1, false)`, [session])
        await login.query(`select set_config('guildhall.editable_chapters', '{1}', false)`)
        await login.query(`select ${call(tenantId)}`)
      })
    const refused = /is not the tenant of this session/
    await expect(run(String(mine.tenant.id), theirs.tenant.id)).rejects.toThrow(refused)
    await expect(run(String(mine.tenant.id), null)).rejects.toThrow(refused)
    await expect(run('', mine.tenant.id)).rejects.toThrow(refused)
    // The chapter 1 does not exist: the tenant is accepted, and the insertion fails.
    const own = await run(String(mine.tenant.id), mine.tenant.id).catch(String)
    expect(own === undefined || String(own).includes('foreign key'), String(own)).toBe(true)
  })

  test('adds only jobs of the tenant that it gets, for the kernel as well', async () => {
    const add = (tenant: string, tenantId: number) =>
      server.database.system.$executeRawUnsafe(
        `select enqueue_jobs(${tenant}, '[{"name": "unknown_job", "payload": {"tenantId": ${tenantId}}}]')`,
      )
    await expect(add(String(mine.tenant.id), theirs.tenant.id)).rejects.toThrow(/carries its tenantId/)
    await expect(add('null', theirs.tenant.id)).rejects.toThrow(/carries its tenantId/)
  })
})
