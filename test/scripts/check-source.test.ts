import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkCalls } from '#scripts/checks/calls'
import { checkCasts } from '#scripts/checks/casts'
import { checkConnections, checkDatabase, checkIdentity, checkTransactionLimits } from '#scripts/checks/database'
import { checkDuplicateNames } from '#scripts/checks/duplicate-names'
import { checkImports } from '#scripts/checks/imports'
import { checkLookups } from '#scripts/checks/lookups'
import { checkObjectSpreads } from '#scripts/checks/object-spreads'
import { checkParameters } from '#scripts/checks/parameters'
import { checkDescriptions, checkDetails, checkNames, checkSchemaComments, listProse } from '#scripts/checks/prose'
import { checkRoleList, checkRoles, withoutRole } from '#scripts/checks/roles'
import { checkAll, tooFew } from '#scripts/checks/rules'
import { ENDINGS, type Fault, FOLDERS, readSources, sourceFile } from '#scripts/checks/sources'
import { checkKeywords, checkRowKeys, checkSqlFiles } from '#scripts/checks/sql'

const file = sourceFile
const shown = (faults: Fault[]) => faults.map(({ path, line, message }) => `${path}:${line} ${message.split(':')[0]}`)

test('a file of an area has a role in its name', () => {
  const files = ['groups.service.ts', 'groups.sql.ts', 'index.ts', 'hold-group.ts', 'listed.ts', 'groups-sql.ts']
  const sources = [...files.map((name) => file(`src/areas/people/groups/${name}`, '')), file('src/kernel/clock.ts', '')]
  const listed = { 'src/areas/people/groups/listed.ts': 'a reason' }
  expect(shown(checkRoles(sources, listed))).toEqual([
    'src/areas/people/groups/hold-group.ts:1 has no role',
    'src/areas/people/groups/groups-sql.ts:1 has no role',
  ])
})

test('the list of files without a role is short and current', () => {
  const sources = [file('src/areas/a/b/kept.ts', ''), file('src/areas/a/b/b.sql.ts', '')]
  expect(checkRoleList(sources, { 'src/areas/a/b/kept.ts': 'a reason' })).toEqual([])
  expect(checkRoleList(sources, { 'src/areas/a/b/gone.ts': '', 'src/areas/a/b/b.sql.ts': '' })).toHaveLength(2)
  const many = Array.from({ length: 31 }, (_, at) => file(`src/areas/a/b/f${at}.ts`, ''))
  expect(checkRoleList(many, Object.fromEntries(many.map(({ path }) => [path, ''])))).toHaveLength(1)
})

test('SQL of an area is only where its role is to read or to describe rows', () => {
  const text = `// Prisma.sql is a comment here
const a = 'Prisma.raw'
const b = Prisma.sql\`SELECT 1\`
await tx.$executeRaw\`DELETE FROM t\``
  const faults = checkSqlFiles(
    ['a.service.ts', 'a.queries.ts', 'a.sql.ts', 'a.listing.ts'].map((name) => file(`src/areas/w/a/${name}`, text)),
  )
  expect(shown(faults)).toEqual([
    'src/areas/w/a/a.service.ts:3 "Prisma.sql"',
    'src/areas/w/a/a.service.ts:4 "$executeRaw"',
  ])
})

test('keywords of SQL are in upper case', () => {
  const statement = [
    'const q = Prisma.sql`select "from", x.limit, \'where and\' AS a -- from here',
    '  FROM t $' + '{deep ? Prisma.sql`where a = 1` : Prisma.empty}',
    '  ORDER BY a for update`',
    'const prose = `select one from these`',
  ].join('\n')
  const words = checkKeywords([file('src/areas/w/a/a.sql.ts', statement)]).map(({ line, message }) => [
    line,
    message.split('"')[1],
  ])
  expect(words).toEqual([
    [1, 'select'],
    [2, 'where'],
    [3, 'for update'],
  ])
})

test('rows have camelCase keys outside of SQL', () => {
  const text = 'interface Row {\n  id: number\n  tenant_id: number\n}\nconst body = { grant_type: 1 }\n'
  expect(shown(checkRowKeys([file('src/areas/w/a/a.service.ts', text)]))).toEqual([
    'src/areas/w/a/a.service.ts:3 "tenant_id"',
  ])
  expect(checkRowKeys([file('src/areas/w/a/a.sql.ts', text)])).toEqual([])
})

test('nothing is looked up by a computed key in an object with arbitrary keys', () => {
  const text = `const RANGES: Record<string, number> = { week: 7 }
interface Listing { fields: Readonly<Record<string, Field>> }
const a = RANGES[text]
const b = listing.fields[name]
const c = (body as Record<string, unknown>)[name]
const d = current[name as keyof Current]
const sent = body as Record<string, unknown>
const e = sent[name] === 1
const f = RANGES['week']
RANGES[text] = 8
const g: Record<'open' | 'closed', number> = { open: 1, closed: 2 }
const h = g[state]
const i = RANGES?.[text]
const j = new Map(Object.entries(RANGES)).get(text)`
  expect(checkLookups([file('src/kernel/a.ts', text)]).map(({ line }) => line)).toEqual([3, 4, 5, 6, 8, 13])
})

test('an alias of such an object and an index signature are such objects too', () => {
  const alias = `export type Params = Readonly<Record<string, unknown>>
export interface Query {
  [name: string]: string
}
type Kept = { readonly [key: string]: number }
const a = (params: Params) => params[name]
const b: Kept = {}
const c = b[name]
const d = (e: { [key: string]: number }) => e[name]
const f: Kept[] = []
const g = f[at]
const h = (body as Params)[name]`
  const user = `import type { Query } from './a.ts'
interface Request { query: Query }
const a = (query: Query) => query[name]
const b = request.query[name]`
  const found = checkLookups([file('src/kernel/a.ts', alias), file('src/kernel/b.ts', user)])
  expect(found.map(({ path, line }) => `${path}:${line}`)).toEqual([
    'src/kernel/a.ts:6',
    'src/kernel/a.ts:8',
    'src/kernel/a.ts:9',
    'src/kernel/a.ts:12',
    'src/kernel/b.ts:3',
    'src/kernel/b.ts:4',
  ])
})

test('no import climbs two levels', () => {
  const text = `import { a } from '../../a.ts'
import { b } from '../b.ts'
const c = await import('../../../c.ts')
vi.mock('../../d.ts')
const root = join(import.meta.dirname, '../..', '../../e')
// import { f } from '../../f.ts'`
  expect(shown(checkImports([file('test/x.test.ts', text)]))).toEqual([
    'test/x.test.ts:1 "../../a.ts" climbs two levels',
    'test/x.test.ts:3 "../../../c.ts" climbs two levels',
    'test/x.test.ts:4 "../../d.ts" climbs two levels',
  ])
})

test('the scope comes before the transaction', () => {
  const source = (parameters: string) => file('src/areas/w/a/a.service.ts', `export const lockA = (${parameters}) => 1`)
  expect(checkParameters([source('scope: Scope, tx: Transaction'), source('tx: Transaction, id: number')])).toEqual([])
  const wrong = ['tx: Transaction, scope: Scope', "tx: SqlRunner,\n  { db }: Pick<Scope, 'db'>"]
  expect(checkParameters(wrong.map(source))).toHaveLength(2)
})

test('src has at most five casts by way of unknown', () => {
  const casts = (count: number) => file('src/kernel/a.ts', 'const a = b as unknown as C\n'.repeat(count))
  expect(checkCasts([casts(5), file('test/a.test.ts', 'const a = b as unknown as C')])).toEqual([])
  expect(checkCasts([casts(6)])).toHaveLength(6)
})

test('operations are called in process in one place', () => {
  const call = 'const response = await app.inject({ url })'
  const sources = ['src/services/calls/call-operation.ts', 'test/a.ts', 'src/console/a.ts'].map((path) =>
    file(path, call),
  )
  expect(shown(checkCalls(sources))).toEqual(['src/console/a.ts:1 sends a request in process'])
})

test('an object is not written only to be spread', () => {
  const written = file('src/kernel/a.ts', 'const a = { ...b, ...(c && { d: 1 }), e: 2 } // ...{ e }')
  expect(checkObjectSpreads([written])).toEqual([])
  expect(checkObjectSpreads([file('test/a.ts', 'const a = {\n  ...{ b, c },\n}')])).toHaveLength(1)
})

test('areas access the database in one way', () => {
  const text = `await scope.db.direct((tx) => run(tx))
await scope.db.sequence(a, b)
const text = await scope.db.json(query)
await database.tenantPool.query(a)
const rows = await tx.$queryRaw(query)
const good = await scope.db.rows<Row>(query)`
  const lines = checkDatabase([file('src/areas/w/a/a.service.ts', text), file('src/kernel/a.ts', text)]).map(
    ({ line }) => line,
  )
  expect(lines.sort()).toEqual([1, 2, 3, 4, 5])
})

test('a connection whose loss would end the process is found', () => {
  const open = 'const client = new pg.Client(config)\nawait client.connect()'
  const sources = [
    file('src/demo/a.ts', open),
    file('src/kernel/b.ts', `${open}\nclient.on('error', () => undefined)`),
    file('test/c.ts', open),
  ]
  expect(shown(checkConnections(sources))).toEqual(['src/demo/a.ts:1 "new pg.Client"'])
})

test('a transaction of Prisma without limits is found', () => {
  const text = `await system.$transaction(async (tx) => {
  await write(tx, { id: 1, name })
})
await system.$transaction((tx) => write(tx, 1), LIMITS)
const a = system.$transaction((tx) => write(tx, 1),)`
  const sources = ['src/demo/a.ts', 'test/a.ts'].map((path) => file(path, text))
  expect(shown(checkTransactionLimits(sources))).toEqual([
    'src/demo/a.ts:1 "$transaction"',
    'src/demo/a.ts:5 "$transaction"',
  ])
})

test('an access to logins and OAuth tokens outside of their module is found', () => {
  const text = `system.login.findFirst({})
const columns = { login: { id: 1 }, name: user.login.email }
await tx.oAuthToken.updateMany({})
Prisma.sql\`SELECT 1 FROM contact c
  JOIN login l ON true\`
Prisma.sql\`SELECT 1 FROM login_name UNION SELECT 1 FROM member_login\`
client.query('DELETE FROM oauth_code')`
  const sources = ['src/areas/a/a/a.sql.ts', 'src/services/identity/a.ts', 'test/a.ts'].map((path) => file(path, text))
  expect(shown(checkIdentity(sources))).toEqual([
    'src/areas/a/a/a.sql.ts:1 ".login"',
    'src/areas/a/a/a.sql.ts:3 ".oAuthToken"',
    'src/areas/a/a/a.sql.ts:5 "JOIN login"',
    'src/areas/a/a/a.sql.ts:7 "FROM oauth_code"',
  ])
})

test('exported names use the words of the field', () => {
  const text = `export const MOST_ROWS = 3
export const holdGroup = () => 1
const holdLocal = 2
export async function readAnswers() {}
export const mostly = 4
export interface Answer {}
export const replaceGroup = 5`
  expect(shown(checkNames([file('src/areas/w/a/a.service.ts', text)], new Set(['Answer'])))).toEqual([
    'src/areas/w/a/a.service.ts:1 "MOST" in the name MOST_ROWS',
    'src/areas/w/a/a.service.ts:2 "hold" in the name holdGroup',
    'src/areas/w/a/a.service.ts:4 "Answers" in the name readAnswers',
  ])
})

test('an area does not export a name from two files', () => {
  const sources = [
    file('src/areas/w/a/a.service.ts', 'export function save(a: 1): 1\nexport function save(a: number) {}'),
    file('src/areas/w/a/b/b.service.ts', '// export const save = 1\nconst save = 1\nexport { save as other }'),
    file('src/areas/w/a/c/c.model.ts', 'export interface Row {}\nexport const save = 1'),
    file('src/areas/w/b/b.service.ts', 'export const save = 1'),
    file('src/areas/event-kinds.ts', 'export const save = 1'),
  ]
  expect(shown(checkDuplicateNames(sources))).toEqual(['src/areas/w/a/c/c.model.ts:2 "save"'])
})

test('problem details, their errors and what is handed on to them use the words of the field', () => {
  const text = `throw conflict('in-use', nested(\`The task \${name} is held.\`))
faults.malformed('/CountryId', 'is no country')
const fault = { pointer, message: 'taken, whatever its case' }
refuse('/GroupId', 'names no contact')
const fine = { text: 'answer', seats: 'The seat hold is on hold. There is no such seat.' }
throw notFound('gate\\'s door')
log.info('wish')`
  expect(shown(checkDetails([file('src/areas/w/a/a.service.ts', text)]))).toEqual([
    'src/areas/w/a/a.service.ts:1 "held" in a message',
    'src/areas/w/a/a.service.ts:2 "is no country" in a message',
    'src/areas/w/a/a.service.ts:3 "whatever its case" in a message',
    'src/areas/w/a/a.service.ts:4 "names no" in a message',
    'src/areas/w/a/a.service.ts:6 "door" in a message',
  ])
  expect(checkDetails([file('src/kernel/errors/types/a.ts', "const a = { meaning: 'Answered twice' }")])).toHaveLength(
    1,
  )
})

const contract = `paths:
  /api/one:
    get:
      operationId: getOne
      tags: [one]
      summary: Answer the one
      description: >-
        Returns one, and goes
        on. See \`Hold\`.
  /api/two:
    get:
      operationId: getTwo
      tags: [two]
      description: Answers the other.
components:
  schemas:
    One:
      properties:
        Description: { type: string, description: 'Its place.' }
`

test('descriptions of what is served use the words of the field', () => {
  const files = [
    file('src/areas/w/one/one.routes.ts', 'import { operations as own } from x\nserve(app, own.getOne, handler)'),
    file('openapi/w/one.yaml', contract),
    file('openapi/w/later.yaml', contract.replaceAll('getOne', 'getLater')),
    file(
      'openapi/openapi.yaml',
      'tags:\n  - { name: one, description: A door. }\n  - { name: two, description: A wall. }\n',
    ),
  ]
  expect(shown(checkDescriptions(files))).toEqual([
    'openapi/w/one.yaml:6 "Answer" in a description',
    'openapi/w/one.yaml:8 "goes on" in a description',
    'openapi/w/one.yaml:19 "place" in a description',
    'openapi/openapi.yaml:2 "door" in a description',
  ])
})

test('comments of the database schema use the words of the field', () => {
  const schema = `// What stands here.
model Task {
  /// Who holds it, and how it goes
  /// on. See \`door\`.
  holdId Int @map("hold_id")
}`
  expect(shown(checkSchemaComments([file('prisma/schema/tasks.prisma', schema), file('src/a.ts', '// wish')]))).toEqual(
    [
      'prisma/schema/tasks.prisma:1 "stands" in a comment',
      'prisma/schema/tasks.prisma:3 "holds" in a comment',
      'prisma/schema/tasks.prisma:3 "goes on" in a comment',
    ],
  )
})

test('comments, strings and documents are listed on request', () => {
  const text = "// What stands\n// goes\n// on behind a proxy\nconst hold = /hold/\ntest('tells nobody', run)"
  expect(shown(listProse([file('test/a.test.ts', text), file('docs/a.md', 'It tells `hold`.')]))).toEqual([
    'test/a.test.ts:1 "stands" in a comment',
    'test/a.test.ts:2 "goes on" in a comment',
    'test/a.test.ts:5 "tells" in a string',
    'test/a.test.ts:5 "nobody" in a string',
    'docs/a.md:1 "tells" in the text',
  ])
})

test('checkAll reports the faults of several rules', () => {
  const files = [
    file('src/areas/w/a/hold.ts', 'export const holdRow = Prisma.sql`select 1`'),
    ...Object.keys(withoutRole).map((path) => file(path, '')),
  ]
  expect(shown(checkAll(files))).toHaveLength(4)
})

test('too few files are a fault of their own', () => {
  expect(tooFew([file('src/areas/w/a/a.sql.ts', '')])).toHaveLength(6)
  expect(tooFew(readSources(join(import.meta.dirname, '../..'), FOLDERS, ENDINGS))).toEqual([])
})

test('the check finds a violation that it is given as a file, and says where', () => {
  const planted = file('src/kernel/errors/planted.ts', "throw forbidden('Whoever may do it.')")
  expect(shown(checkAll([planted]))).toContain('src/kernel/errors/planted.ts:1 "Whoever" in a message')
})
