import { createHash } from 'node:crypto'
import { chmodSync, existsSync, lchownSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Account, canonical, closedDirectory, serverAccount } from './account.ts'
import { EmbeddedDatabaseError, useAnotherServer } from './embedded-error.ts'
import type { Log } from './log.ts'
import { isOwned, systemPlace, systemPlaces } from './system-place.ts'

/** Where one embedded server lives. Everything under `path` belongs to the account that the server runs as. */
export interface Home {
  path: string
  /** PGDATA. */
  data: string
  /** Standard output and error of the server. */
  log: string
  /** The superuser's password, mode 600. */
  password: string
  /** Remembers the port. */
  port: string
  account: Account | undefined
}

/**
 * Chooses and creates the home: `dataDir`, unless root runs a checkout that the server's account may not enter; then
 * a folder outside, named after `dataDir` so that every start finds it again. Data stays where it was first put.
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
  const outside = earlier ?? join(systemPlace(), nameOutside(inside))
  log.info(
    `The database is kept in ${outside}: as root, PostgreSQL runs as the user "${account.name}"` +
      (closed ? `, who may not enter ${closed}.` : ', and an earlier start put the data there.'),
  )
  return outside
}

function nameOutside(inside: string): string {
  return `postgres-${createHash('sha256').update(inside).digest('hex').slice(0, 16)}`
}

/** The home outside that an earlier start of the same checkout made; only root makes one. */
function earlierOutside(inside: string): string | undefined {
  if (process.getuid?.() !== 0) return undefined
  const candidates = systemPlaces.filter(isOwned).map((place) => join(place, nameOutside(inside)))
  return candidates.find((path) => existsSync(join(path, 'data')))
}

function unreachable(inside: string, closed: string, account: Account): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `The database in ${inside} belongs to the user "${account.name}", who may not enter ${closed}.`,
    `Let that user pass (chmod a+x ${closed}), or start Guildhall as that user.\n${useAnotherServer}`,
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

/** The directories above the home; those that are made here let the server's account pass, whatever the umask. */
function makeWay(path: string): void {
  const first = mkdirSync(path, { recursive: true })
  for (let at = path; first !== undefined && at.startsWith(first); at = dirname(at)) chmodSync(at, 0o755)
}

/** For whoever looks for the data in the checkout. Not needed by the program, so failing to write it is no matter. */
function leaveNote(inside: string, path: string): void {
  try {
    mkdirSync(inside, { recursive: true, mode: 0o700 })
    writeFileSync(join(inside, 'WHERE-THE-DATA-IS.txt'), `${path}\n`)
  } catch {
    // A read-only checkout.
  }
}
