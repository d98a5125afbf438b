import { createReadStream, type Dirent } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Disk } from 'flydrive'
import { type FileStore, MissingBytes, type StoredBytes } from './file-store.ts'

/** Stores files in a folder of this machine, or one that several machines have mounted. */
export const folderStore = (folder: string): FileStore => {
  const root = resolve(folder)
  let opened: Promise<Disk> | undefined
  const disk = (): Promise<Disk> => (opened ??= openDisk(root))
  return {
    name: `the folder ${root}`,
    put: async (key, { path, size }) => {
      await mkdir(root, { recursive: true, mode: 0o700 })
      await (await disk()).putStream(key, createReadStream(path), { contentLength: size })
      await syncFile(join(root, key))
    },
    read: async (key, range) => {
      const file = await openExisting(join(root, key))
      return file.createReadStream(range && { start: range.first, end: range.last })
    },
    delete: async (key) => (await disk()).delete(key),
    listFolders: async () => (await entriesOf(root)).filter((entry) => entry.isDirectory()).map(({ name }) => name),
    list: (folder) => listBytes(root, folder),
  }
}

/** Opens the store on a disk. Only processes that store files load the library. */
const openDisk = async (location: string): Promise<Disk> => {
  const [{ Disk }, { FSDriver }] = await Promise.all([import('flydrive'), import('flydrive/drivers/fs')])
  return new Disk(new FSDriver({ location, visibility: 'private' }))
}

/** Flushes a file: a row says that the bytes exist, so they must survive a loss of power. */
const syncFile = async (path: string): Promise<void> => {
  for (const place of [path, dirname(path)]) {
    const handle = await open(place)
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
}

const entriesOf = async (path: string): Promise<Dirent[]> => {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return entries.sort((one, other) => Buffer.compare(Buffer.from(one.name), Buffer.from(other.name)))
}

async function* listBytes(root: string, folder: string): AsyncGenerator<StoredBytes> {
  for (const entry of await entriesOf(join(root, folder))) {
    const key = `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* listBytes(root, key)
    else {
      const found = await stat(join(root, key)).catch(() => undefined)
      if (found) yield { key, size: found.size }
    }
  }
}

const openExisting = async (path: string): Promise<FileHandle> => {
  try {
    return await open(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new MissingBytes(`There is no file ${path}`)
    throw error
  }
}
