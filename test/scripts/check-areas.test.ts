import { expect, test } from 'vitest'
import { checkPrismaValues } from '#scripts/checks/database'
import { checkReaders } from '#scripts/checks/readers'
import { type SourceFile, sourceFile } from '#scripts/checks/sources'
import { checkThinFiles } from '#scripts/checks/thin'
import { checkWriters } from '#scripts/checks/writers'

const file = sourceFile

test('a table that several areas write is listed with its reason', () => {
  const write = (area: string) => file(`src/areas/w/${area}/a.sql.ts`, 'const a = Prisma.sql`UPDATE shelf s SET n = 1`')
  const model = file('src/areas/w/c/c.service.ts', 'await tx.shelf.createMany({ data })')
  const lock = file('src/areas/w/d/d.sql.ts', 'const a = Prisma.sql`SELECT 1 FROM shelf FOR UPDATE OF shelf`')
  const messages = (files: SourceFile[], listed: Parameters<typeof checkWriters>[1]) =>
    checkWriters(files, listed).map(({ message }) => message)
  expect(messages([write('a'), lock], {})).toEqual([])
  expect(messages([write('a'), write('b'), model], {})).toEqual([
    'shelf is written by w/a and w/b and w/c: call the service of one area',
  ])
  const shelf = { areas: ['w/a', 'w/b'], reason: 'both' }
  expect(messages([write('a'), write('b')], { shelf })).toEqual([])
  expect(messages([write('a')], { shelf })).toEqual(['shelf is listed for w/a and w/b, but is written by w/a'])
})

test('the tables of other areas that SQL reads are listed, and the list has no others', () => {
  const writer = file('src/areas/w/a/a.sql.ts', 'const a = Prisma.sql`UPDATE shelf s SET n = 1`')
  const read = (name: string) => file(`src/areas/w/b/${name}`, 'const b = Prisma.sql`SELECT n FROM shelf JOIN tenant`')
  const messages = (files: SourceFile[], listed: Parameters<typeof checkReaders>[1]) =>
    checkReaders(files, listed).map(({ path, message }) => `${path} ${message}`)
  expect(messages([writer, read('b.listing.ts'), read('b.uses.ts')], {})).toEqual([])
  expect(messages([writer, read('b.sql.ts')], {})).toEqual([
    'src/areas/w/b/b.sql.ts reads shelf of w/a: call a query of that area, or compose an expression of its .listing.ts',
  ])
  expect(messages([writer, read('b.sql.ts')], { 'w/b': 'shelf' })).toEqual([])
  expect(messages([writer, read('b.listing.ts')], { 'w/b': 'shelf' })).toEqual([
    'scripts/checks/readers.ts lists shelf for w/b, which does not read it: remove it from the list',
  ])
})

test('routes import only types of Prisma', () => {
  const value = "import { a } from './a.ts'\nimport { Prisma } from '#prisma/client'\n"
  const type = "import { a } from './a.ts'\nimport type { Group } from '#prisma/client'\n"
  const sources = ['a.routes.ts', 'a.queries.ts'].map((name) => file(`src/areas/w/a/${name}`, value))
  expect(checkPrismaValues(sources).map(({ path }) => path)).toEqual(['src/areas/w/a/a.routes.ts'])
  expect(checkPrismaValues([file('src/areas/w/a/a.routes.ts', type)])).toEqual([])
})

test('a short file that only one file of its folder imports is folded into it', () => {
  const files = [
    file('src/areas/w/a/a.routes.ts', "import { a } from './a.presenter.ts'\nimport { b } from './a.queries.ts'\n"),
    file('src/areas/w/a/a.presenter.ts', 'export const a = 1\n'),
    file('src/areas/w/a/a.queries.ts', 'export const b = 1\n'),
    file('src/areas/w/a/long.model.ts', 'export const c = 1\n'.repeat(25)),
    file('src/areas/w/a/a.service.ts', "import { c } from './long.model.ts'\nimport { d } from '../b.model.ts'\n"),
    file('src/areas/w/b.model.ts', 'export const d = 1\n'),
  ]
  expect(checkThinFiles(files).map(({ path }) => path)).toEqual(['src/areas/w/a/a.presenter.ts'])
})
