import { Readable } from 'node:stream'
import type { ClientBase } from 'pg'
import { bytesKey, type FileStore } from '../files/file-store.ts'
import { receiveFile, removeReceived } from '../files/received-file.ts'
import { ArchiveFault, readChunks, type VerifiedArchive } from './archive-reader.ts'
import type { TarEntry } from './tar.ts'

interface FilesOptions {
  store: FileStore
  folder: string
  tenantId: number
  progress: (files: number) => void
}

interface FileRow {
  id: number
  storageKey: string
  size: string
  sha256: string
}

/** Stores the bytes of the files whose rows were imported. Returns their number. @throws ArchiveFault */
export const storeFiles = async (
  client: ClientBase,
  archive: Pick<VerifiedArchive, 'file' | 'files' | 'missingFiles'>,
  options: FilesOptions,
): Promise<number> => {
  const missing = new Set(archive.missingFiles)
  let stored = 0
  for await (const row of readRows(client, options.tenantId)) {
    if (missing.has(row.storageKey)) continue
    const entry = archive.files.get(row.storageKey)
    if (!entry) throw new ArchiveFault(`The archive does not contain the bytes of the file ${row.id}.`)
    await storeFile(archive, entry, row, options)
    stored++
    options.progress(1)
  }
  if (stored !== archive.files.size) throw new ArchiveFault('The archive contains files that no record describes.')
  return stored
}

async function* readRows(client: ClientBase, tenantId: number): AsyncGenerator<FileRow> {
  const sql = `SELECT id, storage_key AS "storageKey", size, sha256 FROM stored_file
    WHERE tenant_id = $1 AND id > $2 ORDER BY id LIMIT 500`
  for (let last = 0; ; ) {
    const { rows } = await client.query<FileRow>(sql, [tenantId, last])
    yield* rows
    const end = rows.at(-1)
    if (!end) return
    last = end.id
  }
}

const storeFile = async (
  { file }: Pick<VerifiedArchive, 'file'>,
  entry: TarEntry,
  row: FileRow,
  { store, folder, tenantId }: FilesOptions,
): Promise<void> => {
  const received = await receiveFile(Readable.from(readChunks(file, entry)), folder, entry.size)
  try {
    if (received.sha256 !== row.sha256 || String(received.size) !== row.size)
      throw new ArchiveFault(`The bytes of the file ${row.id} are not those that its record describes.`)
    await store.put(bytesKey({ tenantId, storageKey: row.storageKey }), received)
  } finally {
    await removeReceived(received.path)
  }
}

/** Removes all files of a tenant. */
export const removeFiles = async (store: FileStore, tenantId: number): Promise<void> => {
  for await (const { key } of store.list(String(tenantId))) await store.delete(key)
}
