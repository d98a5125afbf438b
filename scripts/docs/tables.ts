import { type Setting, settings } from '#kernel/config/settings'
import { problemTypes } from '#kernel/errors/problem-types'
import type { ProblemType } from '#kernel/errors/types/problem-type'

/** What stands between `<!-- name -->` and `<!-- /name -->` in the documents, made from the code. */
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
}

/** The documents that hold such tables, from the root of the repository. */
export const documents = ['docs/operators.md', 'docs/integrators.md']

/** A document with its tables as the code has them now. */
export const withTables = (text: string): string =>
  text.replaceAll(/<!-- (\w+) -->\n[\s\S]*?<!-- \/\1 -->/g, (_all, name: string) => {
    const render = tables[name]
    if (!render) throw new Error(`No table is called "${name}"`)
    return `<!-- ${name} -->\n${render()}\n<!-- /${name} -->`
  })

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n')

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
