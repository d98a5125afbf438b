import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Log } from './log.ts'
import { readPostmaster } from './postmaster.ts'
import { type EmbeddedServer, startEmbedded } from './start-embedded.ts'

const prefix = 'guildhall-temporary-'

/** Fast and without durability: the data is temporary. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  autovacuum: 'off',
  max_wal_size: '256MB',
}

const memory = '/dev/shm'
const enoughMemory = 2 * 1024 ** 3

/**
 * A server for tests and tools; `stop` removes it with its data. The data is in memory if the system offers that
 * (creating a database takes 15 ms there, and up to 500 on a slow disk), otherwise in the temporary directory.
 */
export async function startTemporary(log: Log): Promise<EmbeddedServer> {
  for (const place of [memory, tmpdir()]) removeLeftOvers(place)
  if (!offersMemory()) return startIn(tmpdir(), log)
  // Containers can forbid execution there, which matters if the binaries have to be copied.
  return startIn(memory, log).catch(() => startIn(tmpdir(), log))
}

function offersMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > enoughMemory
  } catch {
    return false
  }
}

async function startIn(place: string, log: Log): Promise<EmbeddedServer> {
  const folder = mkdtempSync(join(place, `${prefix}${process.pid}-`))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  try {
    // Under root the server runs as another user, which must be able to enter.
    chmodSync(folder, 0o711)
    const server = await startEmbedded({ dataDir: join(folder, 'postgres'), settings, log })
    return { ...server, stop: () => server.stop().then(remove) }
  } catch (error) {
    remove()
    throw error
  }
}

/** Removes the folders of processes that were killed before their `stop`. */
function removeLeftOvers(place: string): void {
  for (const name of namesIn(place).filter((entry) => entry.startsWith(prefix))) {
    const owner = Number(name.slice(prefix.length).split('-')[0])
    if (isAlive(owner)) continue
    const folder = join(place, name)
    try {
      const server = readPostmaster(join(folder, 'postgres', 'data'))
      if (server) process.kill(server.pid, 'SIGQUIT')
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
    } catch {
      // It belongs to another user.
    }
  }
}

function namesIn(place: string): string[] {
  try {
    return readdirSync(place)
  } catch {
    return []
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
