import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { settings } from '#kernel/config/settings'
import { problemTypes } from '#kernel/errors/problem-types'
import { readSources } from '#scripts/checks/sources'
import { countOperations } from '#scripts/docs/served'
import { documents, withTables } from '#scripts/docs/tables'

const root = join(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const decisions = readdirSync(join(root, 'docs/decisions')).filter((name) => name.endsWith('.md'))
const readmes = readSources(root, ['src', 'test'], ['README.md']).map(({ path }) => path)
const pages = [
  'ARCHITECTURE.md',
  ...readmes,
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'docs/glossary.md',
  ...documents,
  ...decisions.map((name) => `docs/decisions/${name}`),
]

test.each(documents)('the tables of %s are those of the code (npm run docs)', (name) => {
  expect(withTables(read(name))).toBe(read(name))
})

test('the README counts every documented operation', () => {
  const counts = countOperations(root)
  expect(counts.reduce((sum, { documented }) => sum + documented, 0)).toBe(365)
  expect(counts.filter(({ documented }) => documented > 0)).toHaveLength(29)
  expect(counts.filter(({ wing, served, documented }) => wing === '' || served > documented)).toEqual([])
})

test('every setting is explained to operators, every problem code to integrators', () => {
  const operators = read('docs/operators.md')
  for (const { env } of Object.values(settings)) expect(operators).toContain(`| \`${env}\``)
  const integrators = read('docs/integrators.md')
  for (const code of Object.keys(problemTypes)) expect(integrators).toContain(`| \`${code}\` |`)
})

describe('decision 0002', () => {
  const page = read('docs/decisions/0002-dependencies.md')
  const namesIn = (text: string) => [...text.matchAll(/^\| `([^`]+)` \| .{10,} \|$/gm)].map(([, name = '']) => name)
  const [outside = '', bundled = '', tools = '', separate = ''] = page.split(
    /^(?:Bundled into|To build, check and test|In `tools\/`)/m,
  )
  const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>

  test('has the reason of each package of the product: npm audit --omit=dev sees what is shipped', () => {
    expect([...namesIn(outside), ...namesIn(bundled)].sort()).toEqual(Object.keys(manifest.dependencies ?? {}).sort())
    expect(namesIn(outside)).toEqual(JSON.parse(read('scripts/build/outside-packages.json')))
  })

  test('has the reason of each tool', () => {
    expect(namesIn(tools).sort()).toEqual(Object.keys(manifest.devDependencies ?? {}).sort())
  })

  test('has the reason of each package that is installed at its first use', () => {
    const folders = readdirSync(join(root, 'tools')).map((name) => JSON.parse(read(`tools/${name}/package.json`)))
    const names = folders.flatMap(({ dependencies = {} }) => Object.keys(dependencies))
    expect(namesIn(separate).sort()).toEqual(names.sort())
  })
})

test('the product imports only packages that are installed with it or bundled, not tools', () => {
  const page = read('docs/decisions/0002-dependencies.md')
  const [atRunTime = ''] = page.split('To build, check and test:')
  const sources = readSources(root, ['src'], ['.ts']).map(({ text }) => text)
  const imported = sources.flatMap((text) =>
    [...text.matchAll(/(?:from |import\()["']((?:@[\w.-]+\/)?[a-z][\w.-]*)(?:\/[^"']*)?["']/g)].map(([, name]) => name),
  )
  const tools = [...new Set(imported)].filter((name) => !atRunTime.includes(`| \`${name}\` |`))
  expect(imported.length).toBeGreaterThan(100)
  expect(tools).toEqual(['tsx'])
})

describe('decisions', () => {
  test('are numbered without a gap and listed on the first page', () => {
    const numbers = decisions.filter((name) => /^\d{4}-/.test(name)).sort()
    expect(numbers.map((name) => Number(name.slice(0, 4)))).toEqual(numbers.map((_name, at) => at + 1))
    const list = read('docs/decisions/README.md')
    for (const name of numbers) expect(list).toContain(`](${name})`)
  })

  const moved = /^# \d{4}: .+\n\nHow this area works is in the \[README of .+\]\(.+\/src\/areas\/.+\/README\.md\)\.\n$/
  const isMoved = (name: string) => moved.test(read(`docs/decisions/${name}`))
  const kept = decisions.filter((name) => name !== 'README.md' && !isMoved(name))

  test.each(kept)('%s says context, decision, consequences', (name) => {
    const page = read(`docs/decisions/${name}`)
    const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    expect(headings).toEqual(['Context', 'Decision', 'Consequences'])
  })

  test('every file that they or the pages of folders name by its path exists', () => {
    for (const name of [...decisions.map((decision) => `docs/decisions/${decision}`), ...readmes]) {
      const named = [...read(name).matchAll(/`((?:src|prisma|scripts|test|deploy|docs)\/[\w./-]+)`/g)]
      for (const [, path = ''] of named) expect(existsSync(join(root, path)), `${name}: ${path}`).toBe(true)
    }
  })
})

describe('ARCHITECTURE.md', () => {
  const page = read('ARCHITECTURE.md')
  const lines = (text: string) => text.split('\n').length - 1

  test('has at most 260 lines, and lists the page of each folder, which has at most 60', () => {
    expect(lines(page)).toBeLessThanOrEqual(260)
    expect(readmes.filter((name) => lines(read(name)) > 60)).toEqual([])
    expect(readmes.filter((name) => !page.includes(`](${name})`))).toEqual([])
    expect(readmes.length).toBeGreaterThan(30)
  })

  test('names files that exist, as do the pages of folders', () => {
    const files = ['src', 'test'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `/${folder}/${path}`),
    )
    const hasFile = (name: string) => files.some((path) => path.endsWith(`/${name}`))
    const named = ['ARCHITECTURE.md', ...readmes].flatMap((name) =>
      [...read(name).matchAll(/`([\w./-]+\.ts)`/g)].map(([, path = '']) => path),
    )
    expect(named.length).toBeGreaterThan(50)
    expect(named.filter((path) => !hasFile(path))).toEqual([])
  })
})

describe('the glossary', () => {
  const terms = [...read('docs/glossary.md').matchAll(/^\*\*(.+?)\.\*\* ([\s\S]*?)(?=\n\n|$(?![\s\S]))/gm)]

  test('lists at least 40 terms in alphabetical order', () => {
    const names = terms.map(([, name = '']) => name)
    expect(names.length).toBeGreaterThanOrEqual(40)
    expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')))
  })

  test('names for each term a file or folder that exists', () => {
    for (const [, name, text = ''] of terms) {
      const named = [...text.matchAll(/`((?:src|prisma|docs|openapi)(?:\/[\w./-]+)?)`/g)].map(([, path = '']) => path)
      expect(named.length, name).toBeGreaterThan(0)
      expect(
        named.filter((path) => !existsSync(join(root, path))),
        name,
      ).toEqual([])
    }
  })
})

test.each(pages)('every relative link of %s leads somewhere', (name) => {
  const links = [...read(name).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, link = '']) => link)
  expect(links.filter((link) => !existsSync(join(root, dirname(name), link)))).toEqual([])
})
