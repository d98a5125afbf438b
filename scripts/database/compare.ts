import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { applyMigrations } from '#src/installation/migrations/apply'
import { type CatalogObject, readCatalog } from '#src/installation/migrations/catalog'
import { withClient } from '#src/installation/migrations/history'
import { diffCatalogs, onlyIn } from './catalog-diff.ts'
import { type DatabaseFolders, filesScript } from './database-files.ts'
import { diffSchema } from './schema-diff.ts'

const quiet = { info: () => undefined, warn: (message: string) => console.warn(message) }

/** The countries, which migrations insert. */
const ROWS = `SELECT coalesce(jsonb_agg(to_jsonb(c) ORDER BY c.id), '[]') AS rows FROM country c`

/**
 * Returns the SQL that changes a database of the migrations to that of the files; empty if they are equal. Comments name what a
 * developer has to write.
 * @param scratchUrl connection string of a superuser to a server on which scratch databases can be created and dropped
 */
export const diffDatabase = async (scratchUrl: string, folders: DatabaseFolders): Promise<string> => {
  const script = await filesScript(scratchUrl, folders)
  const wanted = await withScratch(scratchUrl, async (client) => {
    await client.query(`BEGIN; ${script}; COMMIT`)
    return readState(client)
  })
  const indexes = new Set(wanted.filter(({ part }) => part === 'indexes').map(({ name }) => name))
  const tables = await diffSchema(scratchUrl, folders, indexes)
  return withScratch(scratchUrl, async (client, url) => {
    await applyMigrations(url, { log: quiet, folder: folders.migrations })
    const fault = await tryOut(client, tables)
    if (fault !== undefined) return `${tables}\n\n-- Write by hand: this script fails (${fault}).`
    const rest = diffCatalogs(await readState(client), wanted)
    await client.query(`BEGIN; ${rest}; COMMIT`)
    return [tables, rest.trim(), describeRest(await readState(client), wanted)]
      .filter((part) => part !== '')
      .join('\n\n')
  })
}

/** Runs a script; returns why it failed. PostgreSQL does not change the type of a column that a policy or a trigger uses. */
const tryOut = (client: pg.Client, script: string): Promise<string | undefined> =>
  client.query(script).then(
    () => undefined,
    (error: Error) => error.message,
  )

const readState = async (client: pg.Client): Promise<CatalogObject[]> => {
  const catalog = await readCatalog(client)
  if (!catalog.some(({ subject }) => subject === 'table public.country')) return catalog
  const { rows } = await client.query<{ rows: object[] }>(ROWS)
  return [...catalog, { subject: 'rows of country', part: 'rows', name: '', create: JSON.stringify(rows), drop: '' }]
}

const describeRest = (found: readonly CatalogObject[], wanted: readonly CatalogObject[]): string => {
  const describe =
    (what: string) =>
    ({ subject, part, name, create }: CatalogObject) =>
      `-- Write by hand: ${subject}, ${part}, ${name}; ${what}:\n${create.slice(0, 2000).replaceAll(/^/gm, '--   ')}`
  return [
    ...onlyIn(found, wanted).map(describe('only the migrations have')),
    ...onlyIn(wanted, found).map(describe('only the files have')),
  ].join('\n')
}

/** Creates a database for the duration of `work`. */
const withScratch = async <T>(scratchUrl: string, work: (client: pg.Client, url: string) => Promise<T>): Promise<T> => {
  const url = new URL(scratchUrl)
  url.pathname = `/guildhall_scratch_${randomBytes(8).toString('hex')}`
  const name = url.pathname.slice(1)
  const command = (sql: string) => withClient(scratchUrl, (admin) => admin.query(sql))
  await command(`CREATE DATABASE ${name} TEMPLATE template0`)
  try {
    return await withClient(url.href, (client) => work(client, url.href))
  } finally {
    await command(`DROP DATABASE ${name} WITH (FORCE)`)
  }
}
