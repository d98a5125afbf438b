import { join } from 'node:path'
import '#areas/index'
import type { Setting } from '#kernel/config/setting'
import { settings } from '#kernel/config/settings'
import { problemTypes } from '#kernel/errors/problem-types'
import type { ProblemType } from '#kernel/errors/types/problem-type'
import { failureKinds } from '#services/tenant-log/failure-kinds'
import { countInDocument, countOperations, operationCosts, servedRows } from './served.ts'

const root = join(import.meta.dirname, '../..')

/** The text between `<!-- name -->` and `<!-- /name -->` in the documents, made from the code. */
const tables: Record<string, () => string> = {
  settings: () =>
    table(
      ['variable', 'default', 'what it is for'],
      Object.values<Setting<unknown>>(settings).map(({ env, fallback, about, secret }) => [
        `\`${env}\`${secret ? ' (secret)' : ''}`,
        fallback === '' ? '' : `\`${String(fallback)}\``,
        about,
      ]),
    ),
  problems: () =>
    table(
      ['code', 'status', 'meaning', 'what to do'],
      Object.entries<ProblemType>(problemTypes)
        .sort(([, a], [, b]) => (a.status[0] ?? 0) - (b.status[0] ?? 0))
        .map(([code, { status, meaning, advice }]) => [`\`${code}\``, status.join(', '), meaning, advice]),
    ),
  costs: () => {
    const all = operationCosts(root)
    const costs = [...new Set(all.map(({ cost }) => cost))].sort((a, b) => b - a)
    const idsOf = (of: number) => all.filter(({ cost }) => cost === of).map(({ id }) => `\`${id}\``)
    const rows = costs.map((cost) => [String(cost), idsOf(cost).sort().join(', ')])
    return table(['tokens', 'operations'], [...rows, ['1', 'all others']])
  },
  failures: () =>
    table(
      ['LogType', 'Level', 'EntityPrimaryType', 'Tags', 'meaning', 'what to do'],
      failureKinds
        .entries()
        .toSorted((a, b) => a.logType.localeCompare(b.logType) || a.name.localeCompare(b.name))
        .map(({ name, logType, level, entityType, meaning, remedy }) => [
          ...[logType, level, entityType ?? '', name],
          ...[meaning, remedy],
        ]),
    ),
  served: () => {
    const { summary, rows } = servedRows(countOperations(root), countInDocument(root))
    return `${summary}\n\n${table(['wing', 'documented, served', 'our own, served', 'areas'], rows)}`
  },
}

/** The documents with such tables, from the root of the repository. */
export const documents = ['README.md', 'docs/operators.md', 'docs/integrators.md']

/** Returns a document with the current tables. */
export const withTables = (text: string): string =>
  text.replaceAll(/<!-- (\w+) -->\n[\s\S]*?<!-- \/\1 -->/g, (_all, name: string) => {
    const render = tables[name]
    if (!render) throw new Error(`No table is called "${name}"`)
    return `<!-- ${name} -->\n${render()}\n<!-- /${name} -->`
  })

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n')

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
