import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Database, openDatabase } from '#kernel/database/database'
import { LOGIN_KEY } from '#test/support/database/login-key'
import { type CommandResult, runCommand } from '../support/cli/command.ts'
import { runCommandHere } from '../support/cli/command-here.ts'
import { createTestDatabase, type TestDatabase } from '../support/database/database.ts'

/** Runs commands on a database with the tenant `north`. */
export interface CommandBench {
  database(): Database
  url(): string
  /** Runs a command in this process. */
  guildhall(args: string, env?: Record<string, string>, input?: string): Promise<CommandResult>
  /** The same in a separate process, as an operator does. */
  guildhallProcess(args: string): Promise<CommandResult>
}

/** Registers the hooks that open and close the bench. */
export const useCommandBench = (): CommandBench => {
  let own: TestDatabase
  let database: Database
  let folder: string
  const settings = () => ({ DATABASE_URL: own.url, GUILDHALL_DATA_DIR: folder })
  const guildhall: CommandBench['guildhall'] = (args, env = {}, input) =>
    runCommandHere(args.split(' '), { ...settings(), ...env }, input)
  const guildhallProcess: CommandBench['guildhallProcess'] = (args) => runCommand(args.split(' '), settings())
  beforeAll(async () => {
    own = await createTestDatabase()
    folder = mkdtempSync(join(tmpdir(), 'guildhall-cli-'))
    database = openDatabase({
      loginKey: LOGIN_KEY,
      url: own.url,
      poolSize: 1,
      statementTimeout: 20_000,
      onError: () => undefined,
    })
    const made = await guildhall('tenant create --key north --name North --time-zone Europe/Berlin --country de')
    expect(made).toMatchObject({ code: 0, err: '' })
  })
  afterAll(async () => {
    await database.close()
    await own.drop()
    rmSync(folder, { recursive: true })
  })
  return { database: () => database, url: () => own.url, guildhall, guildhallProcess }
}
