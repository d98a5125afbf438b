import pg from 'pg'
import { tenantSeeds } from '#areas/joined'
import { LOGIN_KEY } from '#bench/login-key'
import { hashToken, makeToken } from '#kernel/crypto/api-key'
import { type Database, openDatabase } from '#kernel/database/database'
import { provisionTenant } from '#kernel/tenancy/provision'
import { loadDemo } from '#src/demo/load-demo'
import { prepareLogins } from '#src/installation/database/logins'
import { addAds } from './ads.ts'
import { addDocuments } from './documents.ts'
import { addItems, ITEMS } from './items.ts'

/** The number of contacts of each tenant: one large tenant, and a few small ones in the same tables. */
export interface Sizes {
  large: number
  /** Open invoices of the large tenant. The small ones have as many as contacts. */
  largeInvoices: number
  small: number
  smallTenants: number
}

export const sizesFor = (contacts: number, invoices: number): Sizes => ({
  large: contacts,
  largeInvoices: invoices,
  small: Math.min(contacts, 10_000),
  smallTenants: 3,
})

const quiet = { info: () => undefined, warn: (message: string) => console.warn(message) }

/** The tenants' keys. */
export const LARGE = 'bench-large'
export const SMALL = 'bench-small-1'

/** Creates demonstration records in several tenants, with the planner's statistics. */
export const fillWithRecords = async (url: string, sizes: Sizes, note: (line: string) => void): Promise<void> => {
  await prepareLogins({ url, loginKey: LOGIN_KEY }, quiet)
  const database = openDatabase({
    loginKey: LOGIN_KEY,
    url,
    poolSize: 2,
    statementTimeout: 600_000,
    onError: () => undefined,
  })
  try {
    await startIdsApart(url)
    for (let n = 1; n <= sizes.smallTenants; n++)
      await fillTenant(database, `bench-small-${n}`, { contacts: sizes.small, invoices: sizes.small })
    await fillTenant(database, LARGE, { contacts: sizes.large, invoices: sizes.largeInvoices }, note)
  } finally {
    await database.close()
  }
}

/** The bare server recognizes ids by their size, and which record one means by its range. */
const startIdsApart = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      `SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, 1_000_000 * row_number() OVER (ORDER BY sequencename))
       FROM pg_sequences
       WHERE schemaname = 'public' AND data_type <> 'smallint'::regtype AND coalesce(last_value, 0) < 1_000_000`,
    )
  } finally {
    await client.end()
  }
}

const fillTenant = async (
  database: Database,
  key: string,
  { contacts, invoices }: { contacts: number; invoices: number },
  note?: (line: string) => void,
) => {
  const tenant = await provisionTenant(database, { key, name: key }, tenantSeeds)
  const options = { database, tenant, contacts, now: new Date('2026-11-21T00:00:00Z') }
  let noted = 0
  const onProgress = (done: number, total: number) => {
    const tenth = Math.floor((done * 10) / total)
    if (tenth > noted) note?.(`${done} of ${total} contacts`)
    noted = Math.max(noted, tenth)
  }
  await loadDemo({ ...options, onProgress })
  note?.(`${invoices} open invoices`)
  await addDocuments(database, tenant.id, invoices)
  await addAds(database, tenant.id)
  note?.(`${ITEMS} store items`)
  await addItems(database, tenant.id)
}

/** Creates an API key with all rights in its tenant. */
export const createKey = async (url: string, tenantKey: string): Promise<{ tenantId: number; key: string }> => {
  const database = openDatabase({
    loginKey: LOGIN_KEY,
    url,
    poolSize: 1,
    statementTimeout: 20_000,
    onError: () => undefined,
  })
  try {
    const tenant = await database.system.tenant.findFirstOrThrow({ where: { key: tenantKey } })
    const key = makeToken('ghk')
    await database.system.applicationPermission.create({
      data: {
        tenantId: tenant.id,
        kind: 'apikey',
        applicationName: 'bench',
        scopes: ['admin'],
        createdBy: 'system',
        secrets: { create: { hash: hashToken(key), hint: key.slice(-4) } },
      },
    })
    return { tenantId: tenant.id, key }
  } finally {
    await database.close()
  }
}
