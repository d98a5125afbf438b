import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { program } from './binaries.ts'
import type { Binaries } from './binaries-copy.ts'
import { EmbeddedDatabaseError, useAnotherServer } from './embedded-error.ts'
import type { Home } from './home.ts'
import type { Log } from './log.ts'
import { writeOnce } from './private-file.ts'
import { serverEnvironment } from './server-settings.ts'

/** The superuser of the embedded server, and the database of the application. */
export const superuser = 'guildhall'
export const mainDatabase = 'guildhall'

/**
 * Creates the data folder if it does not exist, and returns the superuser's password. The folder appears only when it is
 * complete: an interrupted first start leaves nothing that looks like data.
 */
export async function ensureCluster(home: Home, binaries: Binaries, isDurable: boolean, log: Log): Promise<string> {
  const isFirst = !existsSync(join(home.data, 'PG_VERSION'))
  const password = readPassword(home, isFirst)
  if (isFirst) {
    log.info(`Creating the database in ${home.data} (once).`)
    await createCluster(home, binaries, password, isDurable)
  }
  const major = readFileSync(join(home.data, 'PG_VERSION'), 'utf8').trim()
  if (major !== binaries.version.split('.')[0]) throw otherVersion(home, major, binaries.version)
  return password
}

function readPassword(home: Home, isFirst: boolean): string {
  if (isFirst) return writeOnce(home, home.password, `${randomBytes(24).toString('base64url')}\n`).trim()
  try {
    return readFileSync(home.password, 'utf8').trim()
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The password of the database in ${home.data} cannot be read from ${home.password}.`,
      'Start Guildhall as the user who started it first, or restore that file from a backup.',
      error,
    )
  }
}

async function createCluster(home: Home, binaries: Binaries, password: string, isDurable: boolean): Promise<void> {
  const draft = join(home.path, `initdb-${randomBytes(6).toString('hex')}`)
  try {
    mkdirSync(draft, { mode: 0o700 })
    const secret = join(draft, 'password')
    writeFileSync(secret, password, { mode: 0o600, flag: 'wx' })
    if (home.account) for (const path of [secret, draft]) chownSync(path, home.account.uid, home.account.gid)
    await initialise(home, binaries, draft, isDurable)
    renameSync(join(draft, 'data'), home.data)
  } catch (error) {
    // Another process was faster: its folder is equivalent and has the same password.
    if (error instanceof EmbeddedDatabaseError || !existsSync(join(home.data, 'PG_VERSION'))) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/**
 * Text is compared by code point (builtin C.UTF-8: the same order on every machine) with Unicode's upper and lower case.
 * The letters of pg_trgm and text search still come from the operating system's LC_CTYPE, whose names differ: the first
 * one that it knows is used.
 */
async function initialise(home: Home, binaries: Binaries, draft: string, isDurable: boolean): Promise<void> {
  let output = ''
  for (const characters of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    rmSync(join(draft, 'data'), { recursive: true, force: true })
    const locale = ['--locale=C', `--lc-ctype=${characters}`, '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const access = [`--username=${superuser}`, '--auth=scram-sha-256', `--pwfile=${join(draft, 'password')}`]
    const folder = ['--pgdata', join(draft, 'data'), '--encoding=UTF8', ...(isDurable ? [] : ['--no-sync'])]
    const { code, text } = await run(home, program(binaries, 'initdb'), [...folder, ...locale, ...access])
    if (code === 0) return
    output = text
    if (!text.includes('invalid locale')) break
  }
  throw new EmbeddedDatabaseError(
    `The database could not be created in ${home.data}:\n${output.slice(-2000)}`,
    `Check that the disk has about 60 MB free and that this user can write there.\n${useAnotherServer}`,
  )
}

function run(home: Home, command: string, args: string[]): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve, reject) => {
    const identity = home.account ? { uid: home.account.uid, gid: home.account.gid } : {}
    const child = spawn(command, args, { ...identity, env: serverEnvironment(), cwd: '/', stdio: 'pipe' })
    let text = ''
    child.stdout.on('data', (chunk) => (text += String(chunk)))
    child.stderr.on('data', (chunk) => (text += String(chunk)))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, text }))
  })
}

function otherVersion(home: Home, major: string, version: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `The data in ${home.data} was written by PostgreSQL ${major}; this build of Guildhall brings ${version}.`,
    `Dump it with the build that wrote it (pg_dump) and restore it into a new folder.\n${useAnotherServer}`,
  )
}
