import { loadDemo } from '#src/demo/load-demo'
import type { TestApp, TestCaller } from '../build-app.ts'
import { idColumnOf } from '../database/id-column.ts'
import { loadWalks } from './all-walks.ts'
import { addConnection, addWebhook } from './foreign-integrations.ts'
import { pathsByTable, tableOf } from './tables.ts'
import { VERSIONS_OF_ROWS } from './versions-of-rows.ts'
import { isWord, wordOf } from './words.ts'
import { World } from './world.ts'

/** Parameters that are the processor's own ids, by the table that contains them. */
const UIDS: Record<string, string> = {
  accountid: 'processor_account',
  transactionuid: 'processor_charge',
  // Of a transfer.
  id: 'processor_payout',
}

/** The paths in which accountid is the id of an account at the processor, not of one of the books. */
const OF_GATEWAYS = /\/payproc\/|\/paymentgateway\//

export interface IdsByParameter {
  has(name: string): boolean
  /** An id of the other tenant for a parameter of this path. */
  of(name: string, url: string): string
  /** An id of a contact of the caller's own. */
  ownContact: string
  /** An id that no tenant has. */
  missing(name: string): string
  /** Returns the tables in which rows of the other tenant have changed. */
  stillThere(): Promise<string[]>
}

/** Rows that no request creates. */
const addOtherRows = async (server: TestApp, theirs: TestCaller): Promise<void> => {
  const { system } = server.database
  const tenantId = theirs.tenant.id
  const account = await system.processorAccount.findFirstOrThrow({ where: { tenantId } })
  const payout = { uid: 'po_theirs', amount: 1, currencyCode: 'USD', status: 'Paid', startedAt: new Date() }
  await system.processorPayout.create({ data: { tenantId, accountId: account.id, ...payout } })
  const toAddress = 'theirs@walk.example'
  const mail = { key: 'walk', templateKey: 'membership-joined', toAddress, addressKey: toAddress, status: 'failed' }
  await system.mailMessage.create({ data: { tenantId, ...mail } })
  await system.chapterAssignment.create({ data: { tenantId, id: crypto.randomUUID(), status: 'completed' } })
  await theirs.post('/api/help/contacts/comments', { Text: 'Theirs' })
  await theirs.get('/native/apps/csv-to-s3/install')
  await addWebhook(server, tenantId)
  await addConnection(server, theirs)
}

/** The latest id of each table with ids in paths. Creates the record by the recipe of an area if there is none. */
const latestIds = async (server: TestApp, theirs: TestCaller): Promise<Map<string, number | string>> => {
  const world = new World(server, theirs, 'https://walk.example/')
  const ids = new Map<string, number | string>()
  const find = async (table: string, column = idColumnOf(table)) => {
    const [row] = await server.database.system.$queryRawUnsafe<{ id: number | string }[]>(
      `select ${column} as id from ${table} where tenant_id = ${theirs.tenant.id} order by id desc limit 1`,
    )
    return row?.id
  }
  for (const [table, path] of pathsByTable()) {
    if ((await find(table)) === undefined) await world.idsFor(path)
    const id = await find(table)
    if (id === undefined)
      throw new Error(`The other tenant has no row in ${table}, and the recipe of ${path} creates none.`)
    ids.set(table, id)
  }
  for (const table of Object.values(UIDS)) ids.set(`${table} uid`, (await find(table, 'uid')) ?? '')
  return ids
}

/** Fills the other tenant with records of every kind, and returns their ids. */
export const foreignIds = async (server: TestApp, mine: TestCaller, theirs: TestCaller): Promise<IdsByParameter> => {
  await loadWalks()
  await loadDemo({ database: server.database, tenant: theirs.tenant, contacts: 60, now: new Date() })
  await new World(server, theirs, 'https://walk.example/').charge()
  await addOtherRows(server, theirs)
  const ids = await latestIds(server, theirs)
  const tenantId = theirs.tenant.id
  const { system } = server.database
  const live = async (systemTypeId: number) => {
    const found = await system.contact.findFirstOrThrow({ where: { tenantId, systemTypeId, deletedAt: null } })
    return found.id
  }
  const person = await live(1)
  const organization = await live(2)
  const own = await mine.post('/api/contacts/person/0', { FirstName: 'Own', LastName: 'Contact' })
  const before = await fingerprints(server, tenantId)
  return {
    has: (name) => tableOf(name, '') !== undefined || name.toLowerCase() in UIDS || isWord(name),
    of: (name, url) => {
      const table = tableOf(name, url)
      const uids = UIDS[name.toLowerCase()]
      if (uids && OF_GATEWAYS.test(url)) return String(ids.get(`${uids} uid`))
      if (!table) return wordOf(name) ?? '1'
      if (table === 'contact') return String(/org/i.test(url) ? organization : person)
      return String(ids.get(table))
    },
    ownContact: String(own.json().ContactId),
    missing: (name) => {
      if (['jobid', 'executionid', 'massoperationid', 'invitationrunid'].includes(name.toLowerCase()))
        return crypto.randomUUID()
      if (name.toLowerCase() in UIDS && tableOf(name, '') === undefined) return 'missing_1'
      return tableOf(name, '') ? '2147480000' : (wordOf(name) ?? '1')
    },
    stillThere: async () => {
      const after = await fingerprints(server, tenantId)
      return [...before].filter(([table, hash]) => after.get(table) !== hash).map(([table]) => table)
    },
  }
}

/** Returns a hash of the versions of all rows of each of the tenant's tables. */
const fingerprints = async ({ database: { system } }: TestApp, tenantId: number): Promise<Map<string, string>> => {
  const hashes = new Map<string, string>()
  for (const table of pathsByTable().keys()) {
    const [row] = await system.$queryRawUnsafe<{ hash: string }[]>(
      `select ${VERSIONS_OF_ROWS} as hash from ${table} where tenant_id = ${tenantId}`,
    )
    hashes.set(table, row?.hash ?? '')
  }
  return hashes
}
