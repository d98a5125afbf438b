import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantSeeds } from '#areas/index'
import { type Database, openDatabase } from '#kernel/database/database'
import { createLogger } from '#kernel/logging/logger'
import { systemScope } from '#kernel/outbox/deliver'
import { provisionTenant } from '#kernel/tenancy/provision'
import { systemClock } from '#kernel/time/clock'
import type { Tenant } from '#prisma/client'
import { importFile } from '#src/cli/import/import-file'
import { inspectSource } from '#src/cli/import/source'
import { LOGIN_KEY } from '#test/support/login-key'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let own: TestDatabase
let database: Database
let folder: string
let tenants = 0

beforeAll(async () => {
  own = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'guildhall-import-'))
  database = openDatabase({
    loginKey: LOGIN_KEY,
    url: own.url,
    poolSize: 2,
    statementTimeout: 20_000,
    onError: () => undefined,
  })
})

afterAll(async () => {
  await database.close()
  await own.drop()
  rmSync(folder, { recursive: true })
})

const newTenant = () => provisionTenant(database, { key: `t-${++tenants}`, name: 'T' }, tenantSeeds)

interface Given {
  content: string | Buffer
  mappings?: string[]
  isDryRun?: boolean
  isForced?: boolean
  tenant?: Tenant
}

const importing = async ({ content, mappings = [], isDryRun = false, isForced = false, tenant }: Given) => {
  const into = tenant ?? (await newTenant())
  const path = join(folder, `${into.key}.csv`)
  writeFileSync(path, content)
  const scope = await systemScope({ database, clock: systemClock, log: createLogger('silent') }, into.id)
  const outcome = await importFile(scope, {
    source: await inspectSource(path, {}),
    mappings,
    type: undefined,
    isDryRun,
    isForced,
    reportPath: `${path}.refused.csv`,
    onProgress: () => undefined,
  })
  const contacts = await database.system.contact.findMany({ where: { tenantId: into.id }, orderBy: { id: 'asc' } })
  const report = readFileSync(outcome.reportPath, 'utf8').trim().split('\n')
  return { ...outcome, tenant: into, contacts, report }
}

test('finds columns by their headers, and imports every value of a row', async () => {
  const tenant = await newTenant()
  await database.system.group.create({ data: { tenantId: tenant.id, name: 'Münzfreunde' } })
  const { contacts } = await importing({
    tenant,
    content:
      'GIVEN NAME;Surname;E-Mail;Mobile;Street;Town;ZIP;country;Tags;Groups\n' +
      '"Åsa";Lindström;asa@post.example;+46 70 174 06 05;Storgatan 1;Umeå;903 26;Sweden;VIP, Board;munzfreunde\n',
  })
  expect(contacts).toMatchObject([
    { displayName: 'Åsa Lindström', emailAddress: 'asa@post.example', city: 'Umeå', countryName: 'Sweden', auditId: 1 },
  ])
  const where = { tenantId: tenant.id }
  expect(await database.system.contactPhone.findFirst({ where })).toMatchObject({ e164: '+46701740605', typeId: 2 })
  expect(await database.system.tag.findMany({ where, select: { name: true }, orderBy: { name: 'asc' } })).toEqual([
    { name: 'Board' },
    { name: 'VIP' },
  ])
  expect(await database.system.groupMember.count({ where })).toBe(1)
  const history = { ...where, action: 'created', entity: 'contact' }
  expect(await database.system.auditEntry.count({ where: history })).toBe(1)
  expect(await database.system.outboxEvent.count({ where: { ...where, kind: 'contact.created' } })).toBe(1)
})

test.each([
  ['UTF-8 with a mark', Buffer.from('\ufeffLast name,City\nMüller,Köln\n')],
  ['Windows-1252', Buffer.from('Last name,City\nMüller,Köln\n', 'latin1')],
  ['UTF-16', Buffer.from('\ufeffLast name\tCity\nMüller\tKöln\n', 'utf16le')],
])('reads text in %s correctly', async (_name, content) => {
  const { contacts } = await importing({ content })
  expect(contacts).toMatchObject([{ displayName: 'Müller', city: 'Köln' }])
})

test('rejects an invalid row with its line and every reason, and imports the others', async () => {
  const { contacts, run, report } = await importing({
    content:
      'First name,Last name,Email,Country,Groups\n' +
      'Ana,Torres,not an address,Atlantis,Unknown\n' +
      '"Two\nlines",Ok,ok@post.example,,\n' +
      ',,lonely@post.example,,\n' +
      'Too,Many,x@post.example,,,,\n' +
      `${'x'.repeat(101)},Long,long@post.example,,\n` +
      '=cmd,Ok,@post,,\n',
  })
  expect(contacts).toHaveLength(0)
  expect(run).toMatchObject({ imported: 0, refused: 6 })
  const text = report.join('\n')
  expect(text).toContain('2,"Groups: there is no group ""Unknown""; Country: ""Atlantis"" is not a valid country')
  expect(text).toContain('First name: must not contain a control character')
  expect(text).toMatch(/^5,"LastName must not be blank/m)
  expect(text).toMatch(/^6,"has 7 fields, the header 5/m)
  expect(text).toMatch(/^7,First name: must have at most 100 characters/m)
  expect(text).toContain(",'=cmd,Ok,'@post,")
})

test('rejects words that name members of every object', async () => {
  const { run, report } = await importing({
    content:
      'First name,Last name,Gender,Status,Country\n' +
      'Ana,Torres,constructor,,\nBo,Torres,,to string,\nCy,Torres,,,constructor\n',
  })
  expect(run).toMatchObject({ imported: 0, refused: 3 })
  expect(report.join('\n')).toContain('""constructor"" must be female, male, non-binary or rather not said')
})

test('rejects possible duplicates, also within the file, unless forced', async () => {
  const content =
    'First name,Last name,Organization,Email\n' +
    'Ana,Torres,,ana@post.example\n' +
    'ANA,Törres,,Ana@post.example\n' +
    ',,Acme Inc.,\n' +
    ',,ACME,\n'
  const trial = await importing({ content, isDryRun: true })
  expect(trial.contacts).toHaveLength(0)
  expect(trial.run).toMatchObject({ imported: 2, refused: 2 })
  const real = await importing({ content, tenant: trial.tenant })
  expect(real.run).toMatchObject({ imported: 2, refused: 2 })
  expect(real.report[1]).toMatch(/^3,may be the same as contact \d+ \(Ana Torres\)/)
  const forced = await importing({ content, isForced: true })
  expect(forced.run).toMatchObject({ imported: 4, refused: 0 })
})

test('imports a file once; another mapping of its columns is another import', async () => {
  const content = 'Last name,Extra\nTorres,Note\n'
  const first = await importing({ content })
  const again = await importing({ content, tenant: first.tenant })
  expect(again.contacts).toHaveLength(1)
  expect(again.run).toMatchObject({ imported: 1, isFinished: true })
  expect(first.unknownColumns).toEqual(['Extra'])
  const mapped = await importing({ content, mappings: ['Extra=FirstName'], tenant: first.tenant })
  expect(mapped.contacts).toHaveLength(2)
})

test('reports invalid mappings', async () => {
  const content = 'Name,Colour\nTorres,red\n'
  await expect(importing({ content })).rejects.toThrow('No column contains a name')
  await expect(importing({ content, mappings: ['Nam=LastName'] })).rejects.toThrow('no column "Nam"')
  await expect(importing({ content, mappings: ['Name=Surname?'] })).rejects.toThrow('is not a field')
  await expect(importing({ content: 'Email,Mail,Last name\n' })).rejects.toThrow('both map to Email')
  await expect(importing({ content: 'Last name\n"open\n' })).rejects.toThrow('not well formed')
})
