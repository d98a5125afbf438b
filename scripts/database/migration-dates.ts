import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** A migration, and when it was committed; undefined if it is not committed yet. */
export interface DatedMigration {
  name: string
  committedAt: Date | undefined
}

/** Returns the names of migrations that bear a later date than their commit, or than now. */
export const findLateMigrations = (migrations: readonly DatedMigration[], now: Date): string[] =>
  migrations
    .filter(({ name, committedAt }) => {
      const date = dateOf(name)
      return date === undefined || date > (committedAt ?? now)
    })
    .map(({ name }) => name)

/** The date at the beginning of a name, such as 20261129220000; undefined if it is none. */
const dateOf = (name: string): Date | undefined => {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)_/.exec(name) ?? []
  const [year, month, day, hour, minute, second] = parts
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(date.getTime()) ? undefined : date
}

/** When a file was added to the history: a rebase sets a later date. Undefined outside of a repository as well. */
export const commitDateOf = (folder: string, name: string): Date | undefined => {
  try {
    const args = ['log', '--diff-filter=A', '--format=%cI', '-1', '--', join(name, 'migration.sql')]
    const text = execFileSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
    return text === '' ? undefined : new Date(text)
  } catch {
    return undefined
  }
}
