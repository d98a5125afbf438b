import { refreshContactRows } from '#areas/people/contacts/records/contact-rows.service'
import { systemScope } from '#kernel/outbox/deliver'
import { openTenantDb } from '#kernel/tenancy/tenant-db'
import { systemClock } from '#kernel/time/clock'
import { Prisma } from '#prisma/client'
import { loadDemo } from '#src/demo/load-demo'
import { buildTestApp, type TestApp, type TestCaller } from './build-app.ts'
import { addChapter, addOwner, type TestOwner } from './chapters.ts'
import { TABLES } from './walk.ts'

/** The id of a row of a table, for a path. */
export type Side = (table: string, url: string) => string

/** A tenant of records of every kind, a third of the contacts in a chapter. */
export interface Divided {
  server: TestApp
  /** May change the chapter's contacts. */
  owner: TestOwner
  reader: TestOwner
  /** May read the chapter, and change another. */
  mixed: TestOwner
  /** Whether a table has rows that the chapter's owner must not see. */
  isDivided(table: string): boolean
  /** A row that the owner sees, another one each time. */
  own: Side
  /** The same contact each time, one that stays. */
  firstMember: Side
  /** A row that the owner must not see; of value lists, which everybody sees, any. */
  foreign: Side
  /** What of foreign contacts an answer gives away. */
  foreignIn(body: string): string[]
  /** Rows as they stand, with what tells of every write: all, those of members, those that hang on no member. */
  everything(): Promise<string[]>
  members(): Promise<string[]>
  outside(alsoDerived?: readonly string[]): Promise<string[]>
}

const MARK = 'Zzforeign'
/** Where a foreign contact's own words stand. */
const WORDS: Record<string, string> = {
  contact_email: 'address',
  contact_phone: 'number',
  contact_website: 'url',
  contact_activity: 'description',
  contact_communication: 'subject',
  contact_record: 'name',
}
/** A member's row says by whom it is employed and who speaks for it: the number of that contact may stand there. */
// CertificationContactId is no contact's.
const MAY_NAME = /^((Organization|Primary|Person|AssignedTo)ContactId|CertificationContactId)$/
/**
 * Derived from others, brought up to date whoever changes them; a primary contact that is merged is its winner. A status
 * follows the membership of the organization that a person belongs to; one set by hand would be another version.
 */
const DERIVED = [
  'modified_at',
  'status_id',
  'primary_contact_id',
  'primary_contact_name',
  'primary_organization_name',
  'role_count',
  'parent_count',
  'child_count',
]

export const openDivided = async (): Promise<Divided> => {
  const server = await buildTestApp()
  const admin = await server.tenant()
  const tenantId = admin.tenant.id
  await fill(server, admin)
  const all = await server.database.system.contact.findMany({
    where: { tenantId, deletedAt: null },
    orderBy: { id: 'asc' },
  })
  const inChapter = all.filter((_, n) => n % 3 !== 2).map(({ id }) => id)
  const chapter = await addChapter(server, tenantId, 'Chapter', inChapter)
  const another = await addChapter(server, tenantId, 'Another')
  const members = new Set([...inChapter, chapter.organizationId])
  await mark(server, tenantId, members)
  const owner = await addOwner(server, admin, [{ id: chapter.id, canEdit: true }])
  const reader = await addOwner(server, admin, [{ id: chapter.id, canEdit: false }])
  const mixed = await addOwner(server, admin, [
    { id: chapter.id, canEdit: false },
    { id: another.id, canEdit: true },
  ])
  const ids = await idsOf(server, tenantId, chapter.id)
  const kindOf = new Map(all.map(({ id, systemTypeId }) => [id, systemTypeId]))
  const fitting = (from: readonly number[], table: string, url: string) =>
    table === 'contact' ? from.filter((id) => (kindOf.get(id) === 2) === /org/i.test(url)) : from
  let turn = 1
  return {
    server,
    owner,
    reader,
    mixed,
    isDivided: (table) => (ids.get(table)?.foreign.length ?? 0) > 0,
    own: (table, url) => {
      const { own = [], contactOf } = ids.get(nestedIn(url)) ?? {}
      const nested = own[turn % Math.max(1, own.length)] ?? 0
      const owner = contactOf?.get(nested)
      if (table === nestedIn(url)) return String(nested)
      if (table === 'contact' && owner) return String(owner)
      const choice = fitting(ids.get(table)?.own ?? [], table, url)
      return String(choice[1 + (turn++ % Math.max(1, choice.length - 1))] ?? choice[0])
    },
    firstMember: () => String(inChapter[0]),
    foreign: (table, url) => {
      const { own, foreign } = ids.get(table) ?? { own: [], foreign: [] }
      return String(fitting(foreign.length > 0 ? foreign : own, table, url)[0])
    },
    foreignIn: (body) => [...wordsIn(body), ...idsIn(body, (id) => kindOf.has(id) && !members.has(id))],
    everything: () => snapshot(server, tenantId, () => true),
    members: () => snapshot(server, tenantId, (named) => named.some((id) => members.has(id))),
    outside: (alsoDerived = []) =>
      snapshot(server, tenantId, (named) => named.length > 0 && !named.some((id) => members.has(id)), [
        ...DERIVED,
        ...alsoDerived,
      ]),
  }
}

const fill = async (server: TestApp, admin: TestCaller): Promise<void> => {
  await loadDemo({ url: server.url, tenant: admin.tenant, contacts: 150, now: new Date() })
  await admin.post('/api/signatures/0', { Name: MARK, SignatureHtml: `<p>${MARK}</p>` })
}

/** Everything that a foreign contact says of itself bears the mark, its row too. */
const mark = async ({ app, database }: TestApp, tenantId: number, members: Set<number>): Promise<void> => {
  const { system } = database
  const foreign = `tenant_id = ${tenantId} and not (% = any ('{${[...members].join(',')}}'::int[]))`
  await system.$executeRawUnsafe(`update contact set display_name = '${MARK}', first_name = '${MARK}', last_name = '${MARK}'
    where ${foreign.replace('%', 'id')}`)
  // A member's row names its primary contact: here those are members themselves.
  await system.$executeRawUnsafe(`update contact set primary_contact_id = null where tenant_id = ${tenantId}
    and not (primary_contact_id = any ('{${[...members].join(',')}}'::int[]))`)
  for (const [table, column] of Object.entries(WORDS)) {
    await system.$executeRawUnsafe(
      `update ${table} set ${column} = '${MARK}' where ${foreign.replace('%', 'contact_id')}`,
    )
  }
  const scope = await systemScope({ database, clock: systemClock, log: app.log }, tenantId)
  const ids = await system.contact.findMany({ where: { tenantId }, select: { id: true } })
  await scope.db.transaction((tx) =>
    refreshContactRows(
      tx,
      scope,
      ids.map(({ id }) => id),
    ),
  )
}

/** Of each table that a path may name: what the chapter's owner sees, and what not. */
const idsOf = async (server: TestApp, tenantId: number, chapterId: number) => {
  const limited = openTenantDb(server.database, tenantId, { readable: [chapterId], editable: [], actor: 'nobody' })
  const ids = new Map<string, { own: number[]; foreign: number[]; contactOf: Map<number, number> }>()
  for (const table of new Set(Object.values(TABLES))) {
    const listed = `select id, (to_jsonb(t) ->> 'contact_id')::int as contact from ${table} t where tenant_id = ${tenantId} order by id`
    const all = await server.database.system.$queryRawUnsafe<{ id: number; contact: number }[]>(listed)
    const seen = new Set(
      await limited.rows<{ id: number }>(Prisma.raw(listed)).then(
        (rows) => rows.map(({ id }) => id),
        () => [],
      ),
    )
    const own = all.map(({ id }) => id).filter((id) => seen.has(id))
    const foreign = all.map(({ id }) => id).filter((id) => !seen.has(id))
    ids.set(table, { own, foreign, contactOf: new Map(all.map(({ id, contact }) => [id, contact])) })
  }
  return ids
}

/** The table of the id below a contact in a path. */
const nestedIn = (url: string): string =>
  [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => TABLES[name.toLowerCase()]).find((t) => t && t !== 'contact') ??
  ''

const wordsIn = (body: string): string[] => (body.includes(MARK) ? [MARK] : [])

const idsIn = (body: string, isForeign: (id: number) => boolean): string[] =>
  [...body.matchAll(/"(\w*ContactId)":"?(\d+)/g)].flatMap(([whole, name = '', id]) =>
    !MAY_NAME.test(name) && isForeign(Number(id)) ? [whole] : [],
  )

/** Rows of all tables that hang on contacts, for which `wanted` says so of the contacts they name. */
const snapshot = async (
  { database: { system } }: TestApp,
  tenantId: number,
  wanted: (named: number[]) => boolean,
  without: string[] = [],
): Promise<string[]> => {
  const tables = await system.$queryRaw<{ name: string; columns: string[] }[]>`
    select c.relname as name, array(select a.attname::text from pg_constraint k join pg_attribute a
        on a.attrelid = k.conrelid and a.attnum = any (k.conkey) and a.attname <> 'tenant_id'
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid = 'contact'::regclass) as columns
    from pg_class c join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and c.relname not in ('oauth_token', 'idempotency_key', 'audit_entry', 'outbox_event', 'record_count') order by 1`
  const lines: string[] = []
  for (const { name, columns } of tables) {
    const named = name === 'contact' ? ['id'] : columns
    const rows = await system.$queryRawUnsafe<{ named: (number | null)[]; row: Record<string, unknown> }[]>(
      `select array[${named.map((column) => `t.${column}`).join(', ')}]::int[] as named, to_jsonb(t) as row
       from ${name} t where tenant_id = ${tenantId} order by t::text`,
    )
    for (const { named: found, row } of rows) {
      if (!wanted(found.filter((id) => id !== null))) continue
      for (const column of without) delete row[column]
      lines.push(`${name} ${JSON.stringify(row)}`)
    }
  }
  return lines.sort()
}
