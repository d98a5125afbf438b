import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { type FileStore, MissingBytes } from './file-store.ts'

/** Stores files in a folder of this machine, or one that several machines have mounted. */
export const folderStore = (folder: string): FileStore => {
  const root = resolve(folder)
  const disk = new Disk(new FSDriver({ location: root, visibility: 'private' }))
  return {
    name: `the folder ${root}`,
    put: async (key, { path, size }) => {
      await mkdir(root, { recursive: true, mode: 0o700 })
      await disk.putStream(key, createReadStream(path), { contentLength: size })
      await syncFile(join(root, key))
    },
    read: async (key, range) => {
      const file = await openExisting(join(root, key))
      return file.createReadStream(range && { start: range.first, end: range.last })
    },
    delete: (key) => disk.delete(key),
  }
}

/** A row says that the bytes exist, so they must survive a loss of power. */
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

const openExisting = async (path: string): Promise<FileHandle> => {
  try {
    return await open(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new MissingBytes(`There is no file ${path}`)
    throw error
  }
}
