import type { Database } from '#kernel/database/database'
import { bytesKey, type FileStore, MissingBytes, type StoredBytes } from '#services/files/file-store'

/** A difference between the rows of files and the store. */
export interface FileFinding {
  kind: 'missing' | 'orphaned' | 'wrong size'
  /** The key of the bytes. */
  key: string
  /** The row; null for orphaned bytes. */
  file: { tenantId: number; id: number; name: string } | null
}

/** The numbers of files that were compared, as they grow. */
export type CountFiles = (compared: number) => void

/** Rows that are read at once. */
const BATCH = 1000

interface FileRow {
  tenantId: number
  id: number
  name: string
  storageKey: string
  size: number | null
  state: string
}

/**
 * Compares the rows of all files with the bytes in the store, as after a restore of one of them. Both are read in the order
 * of their keys, so that memory does not grow with their number. Files that are written or deleted at the same time are no
 * findings: each finding is looked at again.
 */
export async function* checkFiles(
  { system }: Pick<Database, 'system'>,
  store: FileStore,
  count: CountFiles,
): AsyncGenerator<FileFinding> {
  let compared = 0
  for (const folder of await listTenants(system, store)) {
    for await (const [row, stored] of joinByKey(listRows(system, folder), store.list(folder))) {
      const found = findingOf(row, stored)
      if (found && (await isStillTrue(system, store, found))) yield found
      compared++
      count(compared)
    }
  }
}

/** Joins rows and bytes that are both in the order of their keys; null for what a key does not have. */
async function* joinByKey(
  rows: AsyncIterable<FileRow>,
  bytes: AsyncIterable<StoredBytes>,
): AsyncGenerator<[FileRow | null, StoredBytes | null]> {
  const nextRow = takerOf(rows)
  const nextBytes = takerOf(bytes)
  let row = await nextRow()
  let stored = await nextBytes()
  while (row || stored) {
    const order = compareKeys(row && bytesKey(row), stored?.key ?? null)
    yield [order <= 0 ? row : null, order >= 0 ? stored : null]
    if (order <= 0) row = await nextRow()
    if (order >= 0) stored = await nextBytes()
  }
}

const takerOf = <T>(items: AsyncIterable<T>): (() => Promise<T | null>) => {
  const iterator = items[Symbol.asyncIterator]()
  return async () => {
    const { done, value } = await iterator.next()
    return done ? null : value
  }
}

/** Null, the end, comes last. */
const compareKeys = (one: string | null, other: string | null): number => {
  if (one === other) return 0
  if (one === null) return 1
  return other === null || one < other ? -1 : 1
}

/** Folders of the store whose names are not ids of tenants contain only orphaned bytes. */
const listTenants = async (system: Database['system'], store: FileStore): Promise<string[]> => {
  const tenants = await system.tenant.findMany({ select: { id: true }, orderBy: { id: 'asc' } })
  return [...new Set([...tenants.map(({ id }) => String(id)), ...(await store.listFolders())])]
}

async function* listRows(system: Database['system'], folder: string): AsyncGenerator<FileRow> {
  const tenantId = /^[1-9]\d{0,8}$/.test(folder) ? Number(folder) : 0
  let after: string | undefined
  for (;;) {
    const where = { tenantId, ...(after && { storageKey: { gt: after } }) }
    const rows = await system.storedFile.findMany({ where, orderBy: { storageKey: 'asc' }, take: BATCH })
    yield* rows
    after = rows.at(-1)?.storageKey
    if (rows.length < BATCH) return
  }
}

/** A row without bytes is missing them only if it is ready: the others are being written or deleted. */
const findingOf = (row: FileRow | null, stored: StoredBytes | null): FileFinding | null => {
  if (!row) return stored && { kind: 'orphaned', key: stored.key, file: null }
  const { tenantId, id, name, state } = row
  if (state !== 'ready') return null
  const file = { tenantId, id, name }
  if (!stored) return { kind: 'missing', key: bytesKey(row), file }
  return Number(row.size) === stored.size ? null : { kind: 'wrong size', key: stored.key, file }
}

const isStillTrue = async (
  system: Database['system'],
  store: FileStore,
  { kind, key, file }: FileFinding,
): Promise<boolean> => {
  if (file) {
    const { tenantId, id } = file
    const row = await system.storedFile.findFirst({ where: { tenantId, id, state: 'ready' }, select: { id: true } })
    return row !== null && (kind === 'wrong size' || !(await hasBytes(store, key)))
  }
  const [folder = '', , storageKey = ''] = key.split('/')
  if (!/^\d{1,9}$/.test(folder) || !UUID.test(storageKey)) return true
  const where = { tenantId: Number(folder), storageKey }
  return (await system.storedFile.count({ where })) === 0
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const hasBytes = async (store: FileStore, key: string): Promise<boolean> => {
  try {
    const bytes = await store.read(key)
    bytes.destroy()
    return true
  } catch (error) {
    if (error instanceof MissingBytes) return false
    throw error
  }
}
