import { refreshContactRows } from '#areas/people/contacts/records/contact-rows.service'
import { systemScope } from '#kernel/outbox/deliver'
import { openTenantDb } from '#kernel/tenancy/tenant-db'
import { systemClock } from '#kernel/time/clock'
import { Prisma } from '#prisma/client'
import { loadDemo } from '#src/demo/load-demo'
import { buildTestApp, type TestApp, type TestCaller } from '../build-app.ts'
import { idColumnOf } from '../database/id-column.ts'
import { addChapter, addOwner, type TestOwner } from '../people/chapter-records.ts'
import { loadWalks } from './all-walks.ts'
import { pathsByTable, tableOf } from './tables.ts'

/** The id of a row of a table, for a path. */
export type Side = (table: string, url: string) => string

/** A tenant with records of every kind, and two thirds of its contacts in a chapter. */
export interface Divided {
  server: TestApp
  /** Can change the contacts of the chapter. */
  owner: TestOwner
  reader: TestOwner
  /** Can read the chapter, and change another one. */
  mixed: TestOwner
  /** Whether a table has rows that the owner of the chapter must not see. */
  isDivided(table: string): boolean
  /** The id of a row that the owner sees, another one at each call. */
  own: Side
  /** The id of a member that is never deleted, the same at each call. */
  firstMember: Side
  /** The id of a row that the owner must not see; of any row in a value list, which all callers see. */
  foreign: Side
  /** The data of foreign contacts that a response contains. */
  foreignIn(body: string): string[]
  /** The current rows, with the columns that every write changes: all, those of members, those of no member. */
  everything(): Promise<string[]>
  members(): Promise<string[]>
  outside(alsoDerived?: readonly string[]): Promise<string[]>
}

const MARK = 'Zzforeign'
/** The columns with texts of a foreign contact. */
const WORDS: Record<string, string> = {
  contact_email: 'address',
  contact_phone: 'number',
  contact_website: 'url',
  contact_activity: 'description',
  contact_communication: 'subject',
  contact_record: 'name',
}
/** The row of a member can contain the ids of its employer and its primary contact. */
// CertificationContactId is not the id of a contact.
const MAY_NAME = /^((Organization|Primary|Person|AssignedTo)ContactId|CertificationContactId)$/
/**
 * Columns that are derived from other contacts, for every caller that changes these. A merged primary contact is replaced
 * by the remaining one. A status follows the membership of the person's organization; a manual one has another version.
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
  await loadWalks()
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
  await loadDemo({ database: server.database, tenant: admin.tenant, contacts: 150, now: new Date() })
  await admin.post('/api/signatures/0', { Name: MARK, SignatureHtml: `<p>${MARK}</p>` })
}

/** Marks all texts of foreign contacts, also in the contact's row. */
const mark = async ({ app, database }: TestApp, tenantId: number, members: Set<number>): Promise<void> => {
  const { system } = database
  const foreign = `tenant_id = ${tenantId} and not (% = any ('{${[...members].join(',')}}'::int[]))`
  await system.$executeRawUnsafe(`update contact set display_name = '${MARK}', first_name = '${MARK}', last_name = '${MARK}'
    where ${foreign.replace('%', 'id')}`)
  // The row of a member contains its primary contact. Here these are members too.
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
      scope,
      tx,
      ids.map(({ id }) => id),
    ),
  )
}

/** For each table whose ids occur in paths: the ids that the owner of the chapter sees, and the others. */
const idsOf = async (server: TestApp, tenantId: number, chapterId: number) => {
  const limited = openTenantDb(server.database, tenantId, { readable: [chapterId], editable: [], actor: 'nobody' })
  const ids = new Map<string, { own: number[]; foreign: number[]; contactOf: Map<number, number> }>()
  for (const table of pathsByTable().keys()) {
    const id = idColumnOf(table)
    const listed = `select ${id} as id, (to_jsonb(t) ->> 'contact_id')::int as contact from ${table} t where tenant_id = ${tenantId} order by 1`
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

/** Returns the table of the id after a contact in a path. */
const nestedIn = (url: string): string =>
  [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => tableOf(name, url)).find((t) => t && t !== 'contact') ?? ''

const wordsIn = (body: string): string[] => (body.includes(MARK) ? [MARK] : [])

const idsIn = (body: string, isForeign: (id: number) => boolean): string[] =>
  [...body.matchAll(/"(\w*ContactId)":"?(\d+)/g)].flatMap(([whole, name = '', id]) =>
    !MAY_NAME.test(name) && isForeign(Number(id)) ? [whole] : [],
  )

/**
 * Returns the rows of all tables that reference contacts, if `wanted` accepts the contacts of the row. Leaves out what the
 * kernel writes for every request or change, such as when a credential was last used.
 */
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
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
      and c.relname not in ('oauth_token', 'application_use', 'idempotency_key', 'audit_entry', 'outbox_event', 'record_count',
        'log_event', 'log_count')
    order by 1`
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
