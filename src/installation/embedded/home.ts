import { createHash } from 'node:crypto'
import { chmodSync, existsSync, lchownSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Account, canonical, closedDirectory, serverAccount } from './account.ts'
import { EmbeddedDatabaseError, useAnotherServer } from './embedded-error.ts'
import type { Log } from './log.ts'
import { isOwned, systemFolder, systemFolders } from './system-folder.ts'

/** The folders of an embedded server. Everything under `path` belongs to the account of the server. */
export interface Home {
  path: string
  /** PGDATA. */
  data: string
  /** Standard output and error of the server. */
  log: string
  /** The superuser's password, mode 600. */
  password: string
  /** The file with the port. */
  port: string
  account: Account | undefined
}

/**
 * Chooses and creates the home: `dataDir`, unless root runs a checkout that the server's account cannot enter; then a
 * folder outside, named after `dataDir` so that every start finds it again. Existing data stays in its folder.
 */
export function prepareHome(dataDir: string, log: Log): Home {
  const inside = canonical(dataDir)
  const owner = ownerOf(join(inside, 'data')) ?? ownerOf(join(earlierOutside(inside) ?? inside, 'data'))
  const account = serverAccount(owner, log)
  const path = account ? choosePath(inside, account, log) : inside
  makeHome(path, account)
  if (path !== inside) leaveNote(inside, path)
  return { ...filesOf(path), account }
}

function filesOf(path: string) {
  return {
    path,
    data: join(path, 'data'),
    log: join(path, 'server.log'),
    password: join(path, 'password'),
    port: join(path, 'port'),
  }
}

function ownerOf(path: string): number | undefined {
  return existsSync(path) ? statSync(path).uid : undefined
}

function choosePath(inside: string, account: Account, log: Log): string {
  const closed = closedDirectory(account, dirname(inside))
  const isInside = existsSync(join(inside, 'data', 'PG_VERSION'))
  if (isInside && closed) throw unreachable(inside, closed, account)
  if (isInside) return inside
  const earlier = earlierOutside(inside)
  if (!closed && !earlier) return inside
  const outside = earlier ?? join(systemFolder(), nameOutside(inside))
  log.info(
    `The database is stored in ${outside}: as root, PostgreSQL runs as the user "${account.name}"` +
      (closed ? `, which cannot enter ${closed}.` : ', and an earlier start put the data there.'),
  )
  return outside
}

function nameOutside(inside: string): string {
  return `postgres-${createHash('sha256').update(inside).digest('hex').slice(0, 16)}`
}

/** The home outside that an earlier start of the same checkout created; only root creates one. */
function earlierOutside(inside: string): string | undefined {
  if (process.getuid?.() !== 0) return undefined
  const candidates = systemFolders.filter(isOwned).map((place) => join(place, nameOutside(inside)))
  return candidates.find((path) => existsSync(join(path, 'data')))
}

function unreachable(inside: string, closed: string, account: Account): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `The database in ${inside} belongs to the user "${account.name}", which cannot enter ${closed}.`,
    `Allow that user to enter (chmod a+x ${closed}), or start Guildhall as that user.\n${useAnotherServer}`,
  )
}

function makeHome(path: string, account: Account | undefined): void {
  try {
    makeWay(dirname(path))
    if (!existsSync(path)) mkdirSync(path, { mode: 0o700, recursive: true })
    if (account) lchownSync(path, account.uid, account.gid)
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The folder ${path} for the embedded database cannot be created (${(error as Error).message}).`,
      `Make ${dirname(path)} writable for this user, or choose another folder.\n${useAnotherServer}`,
      error,
    )
  }
}

/** Creates the directories above the home so that the server's account can enter them with any umask. */
function makeWay(path: string): void {
  const first = mkdirSync(path, { recursive: true })
  for (let at = path; first !== undefined && at.startsWith(first); at = dirname(at)) chmodSync(at, 0o755)
}

/** A note for people who look for the data in the checkout. The program does not need it, so errors are ignored. */
function leaveNote(inside: string, path: string): void {
  try {
    mkdirSync(inside, { recursive: true, mode: 0o700 })
    writeFileSync(join(inside, 'WHERE-THE-DATA-IS.txt'), `${path}\n`)
  } catch {
    // The checkout is read-only.
  }
}
