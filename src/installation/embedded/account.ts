import { execFileSync } from 'node:child_process'
import { realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { EmbeddedDatabaseError, useAnotherServer } from './embedded-error.ts'
import type { Log } from './log.ts'

/** The operating system account of the server. */
export interface Account {
  uid: number
  gid: number
  name: string
}

const wellKnown = ['postgres', '_postgres']

/** Root often has a short PATH; these tools are in sbin. */
const environment = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin:/usr/bin:/bin` }

/** Each line is one way to create the account: shadow-utils, Debian's adduser, busybox. */
const creations: string[][][] = [
  [['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/bin/false', 'postgres']],
  [['adduser', '--system', '--group', '--no-create-home', 'postgres']],
  [
    ['addgroup', '-S', 'postgres'],
    ['adduser', '-S', '-D', '-H', '-G', 'postgres', '-s', '/bin/false', 'postgres'],
  ],
]

/**
 * The account for the server; undefined for the user of this process.
 * PostgreSQL does not run as root, so root runs it as `postgres` (created if it does not exist). Existing data keeps its
 * owner (`dataOwner`), because the server must own its data.
 */
export function serverAccount(dataOwner: number | undefined, log: Log): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  if (dataOwner !== undefined && dataOwner !== 0) return ownerAccount(dataOwner)
  const found = wellKnown.map(lookUp).find((account) => account !== undefined)
  if (found) return found
  const created = createAccount()
  if (created) {
    log.info('Created the system user "postgres": PostgreSQL does not run as root.')
    return created
  }
  return borrowedAccount(log)
}

function ownerAccount(uid: number): Account {
  const account = lookUp(String(uid))
  return account ?? { uid, gid: uid, name: `uid ${uid}` }
}

function lookUp(nameOrUid: string): Account | undefined {
  const ask = (flag: string) => execFileSync('id', [flag, nameOrUid], { env: environment, stdio: 'pipe' }).toString()
  try {
    const account = { uid: Number(ask('-u')), gid: Number(ask('-g')), name: ask('-un').trim() }
    return Number.isInteger(account.uid) && account.uid > 0 ? account : undefined
  } catch {
    return undefined
  }
}

function createAccount(): Account | undefined {
  for (const commands of creations) {
    try {
      for (const [tool = '', ...args] of commands) execFileSync(tool, args, { env: environment, stdio: 'pipe' })
    } catch {
      // The tool is missing, or another process has created the account: the lookup decides.
    }
    const account = lookUp('postgres')
    if (account) return account
  }
  return undefined
}

/** initdb looks up its user by uid and fails without an entry, so an arbitrary uid does not work. */
function borrowedAccount(log: Log): Account {
  const account = ['nobody', 'daemon'].map(lookUp).find((candidate) => candidate !== undefined)
  if (!account) {
    throw new EmbeddedDatabaseError(
      'PostgreSQL does not run as root, and no other user exists on this machine or could be created.',
      `Create one (useradd --system postgres), or start Guildhall as an ordinary user.\n${useAnotherServer}`,
    )
  }
  log.warn(`No tool to create the user "postgres": the database server runs as "${account.name}".`)
  return account
}

/** The topmost directory of `path` that the account cannot enter. */
export function closedDirectory(account: Account, path: string): string | undefined {
  const way: string[] = []
  for (let at = realExisting(path); ; at = dirname(at)) {
    way.unshift(at)
    if (dirname(at) === at) break
  }
  return way.find((directory) => {
    const { uid, gid, mode } = statSync(directory)
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    return (mode & bit) === 0
  })
}

function realExisting(path: string): string {
  for (let at = resolve(path); ; at = dirname(at)) {
    try {
      return realpathSync(at)
    } catch (error) {
      if (dirname(at) === at) throw error
    }
  }
}

/** Resolves the links in the existing part of `path`, so that each spelling has one result. */
export function canonical(path: string): string {
  const absolute = resolve(path)
  for (let at = absolute; ; at = dirname(at)) {
    try {
      return join(realpathSync(at), absolute.slice(at.length))
    } catch (error) {
      if (dirname(at) === at) throw error
    }
  }
}
