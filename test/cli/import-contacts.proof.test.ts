import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenantSeeds } from '#areas/joined'
import type { ImportChoicesInput } from '#contract/people/imports'
import { type Database, openDatabase } from '#kernel/database/database'
import { createLogger } from '#kernel/logging/logger'
import { systemScope } from '#kernel/outbox/deliver'
import { provisionTenant } from '#kernel/tenancy/provision'
import { systemClock } from '#kernel/time/clock'
import type { Tenant } from '#prisma/client'
import { type ImportFileOptions, importFile } from '#src/cli/import/import-file'
import { describeOutcome } from '#src/cli/import/outcome'
import { LOGIN_KEY } from '#test/support/database/login-key'
import { textSheet, workbookOf } from '#test/support/files/workbook'
import { runCommand } from '../support/cli/command.ts'
import { runCommandHere } from '../support/cli/command-here.ts'
import { createTestDatabase, type TestDatabase } from '../support/database/database.ts'

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
  choices?: ImportChoicesInput
  tenant?: Tenant
}

const importing = async ({ content, choices = {}, tenant }: Given) => {
  const into = tenant ?? (await newTenant())
  const path = join(folder, `${into.key}.csv`)
  writeFileSync(path, content)
  const scope = await systemScope({ database, clock: systemClock, log: createLogger('silent') }, into.id)
  const outcome = await importFile(scope, {
    path,
    choices,
    reportPath: `${path}.refused.csv`,
    onProgress: () => undefined,
  })
  const contacts = await database.system.contact.findMany({ where: { tenantId: into.id }, orderBy: { id: 'asc' } })
  const report = outcome.reportPath ? readFileSync(outcome.reportPath, 'utf8').trim().split('\r\n') : []
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
  const { contacts, state, report } = await importing({
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
  expect(state).toMatchObject({ imported: 0, refused: 6 })
  const text = report.join('\n')
  expect(text).toContain('2,"Country: must be a country: its')
  expect(text).toContain('First name: must not contain a control character')
  expect(text).toMatch(/^5,"LastName must not be blank/m)
  expect(text).toMatch(/^6,has more fields than the header/m)
  expect(text).toMatch(/^7,First name: must have at most 100 characters/m)
  expect(text).toContain(",'=cmd,Ok,'@post,")
})

test('rejects words that name members of every object', async () => {
  const { state, report } = await importing({
    content:
      'First name,Last name,Gender,Status,Country\n' +
      'Ana,Torres,constructor,,\nBo,Torres,,to string,\nCy,Torres,,,constructor\n',
  })
  expect(state).toMatchObject({ imported: 0, refused: 3 })
  expect(report.join('\n')).toContain('Gender: must be female, male, non-binary or rather not said')
})

test('rejects possible duplicates, also within the file, unless forced', async () => {
  const content =
    'First name,Last name,Organization,Email\n' +
    'Ana,Torres,,ana@post.example\n' +
    'ANA,Törres,,Ana@post.example\n' +
    ',,Acme Inc.,\n' +
    ',,ACME,\n'
  const trial = await importing({ content, choices: { IsDryRun: true } })
  expect(trial.contacts).toHaveLength(0)
  expect(trial.state).toMatchObject({ imported: 2, refused: 2 })
  const real = await importing({ content, tenant: trial.tenant })
  expect(real.state).toMatchObject({ imported: 2, refused: 2 })
  expect(real.report[1]).toMatch(/^3,may be the same as an existing contact: contact \d+ \(Ana Torres\)/)
  const forced = await importing({ content, choices: { ForceSave: true } })
  expect(forced.state).toMatchObject({ imported: 4, refused: 0 })
})

test('imports a file once; another mapping of its columns is another import', async () => {
  const content = 'Last name,Extra\nTorres,Note\n'
  const first = await importing({ content })
  const again = await importing({ content, tenant: first.tenant })
  expect(again.contacts).toHaveLength(1)
  expect(again).toMatchObject({ state: { imported: 1 }, earlier: { status: 'Completed' } })
  const text = describeOutcome('people.csv', again)
  expect(text).toMatch(/^Nothing was changed now: import \d+ of \d{4}-\d{2}-\d{2} has already imported people.csv/)
  expect(text).toMatch(/The result of import \d+:\n/)
  expect(first.plan.columns.fields).toEqual(['LastName', undefined])
  const choices = { Mapping: [{ Header: 'Extra', Field: 'FirstName' }] }
  const mapped = await importing({ content, choices, tenant: first.tenant })
  expect(mapped.contacts).toHaveLength(2)
})

test('states what was created, updated and unchanged, also in a dry run', async () => {
  const first = await importing({
    content: 'Last name,Email,City\nTorres,a@post.example,Rome\nReed,b@post.example,Bonn\n',
  })
  const content = 'Last name,Email,City\nTorres,a@post.example,Paris\nReed,b@post.example,Bonn\nNew,c@post.example,\n'
  const { tenant } = first
  const trial = await importing({ content, tenant, choices: { Match: 'Email', IsDryRun: true } })
  expect(describeOutcome('x.csv', trial)).toContain(
    '1 contact would be created.\n1 contact would be updated.\n1 contact would be unchanged.\n',
  )
  const real = await importing({ content, tenant, choices: { Match: 'Email' } })
  expect(describeOutcome('x.csv', real)).toContain(
    '1 contact created.\n1 contact updated.\n1 contact unchanged.\n0 rows refused.',
  )
})

test('warns of lines in another encoding', async () => {
  const content = Buffer.concat([Buffer.from('Last name\nMüller\n', 'latin1'), Buffer.from('Björk\n')])
  const outcome = await importing({ content })
  expect(describeOutcome('x.csv', outcome)).toContain(
    '\nWarning: Line 3 is in UTF-8, but the file is read as windows-1252',
  )
  expect(describeOutcome('x.csv', await importing({ content: 'Last name\nMüller\n' }))).not.toContain('Warning')
})

test('says that a file that cannot be read was not imported, and leaves no import', async () => {
  const { tenant } = await importing({ content: 'Last name\nTorres\n' })
  const path = join(folder, 'broken.csv')
  const rows = Array.from({ length: 6000 }, (_, at) => `Torres${at}\n`).join('')
  writeFileSync(path, `Last name\n${rows}"open\n`)
  const env = { DATABASE_URL: own.url, GUILDHALL_DATA_DIR: folder }
  const { code, err } = await runCommand(['import', 'contacts', path, '--tenant', tenant.key], env)
  expect(code).toBe(1)
  expect(err).toContain('Nothing was imported. Correct what is named below, and run the command again.')
  expect(err).toContain('broken.csv is not a valid table. The row of line 6002 has a quote that is not closed.')
  expect(err).not.toContain('   at ')
  expect(await database.system.importRun.count({ where: { tenantId: tenant.id } })).toBe(1)
})

test('fails if every row is refused, also in a dry run, and says so first', async () => {
  const { key } = await newTenant()
  const path = join(folder, 'refused.csv')
  const report = join(folder, 'refused.refused.csv')
  writeFileSync(path, 'Last name,Email\nTorres,none\n,ana@post.example\n')
  const env = { DATABASE_URL: own.url, GUILDHALL_DATA_DIR: folder }
  const run = (...options: string[]) => runCommandHere(['import', 'contacts', path, '--tenant', key, ...options], env)
  const checked = await run('--dry-run')
  expect(checked).toMatchObject({ code: 1, err: `Nothing would be imported: every row of ${path} would be refused.\n` })
  const failed = await run()
  expect(failed).toMatchObject({ code: 1, err: `Nothing was imported: every row of ${path} was refused.\n` })
  expect(failed.out).toContain(`2 rows refused.\nMain reasons:\n`)
  expect(failed.out).toContain(`The refused rows and their reasons: ${report}\n`)
  expect(failed.out).not.toContain('Imported')
  writeFileSync(path, 'Last name,Email\nTorres,none\nMoreno,ana@post.example\n')
  expect(await run()).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^Imported .*\n/) })
})

test('imports a workbook, with the numbers of its rows as lines', async () => {
  const rows = Array.from({ length: 600 }, (_, at) => [`Torres${at}`, at === 550 ? 'none' : ''])
  const content = workbookOf({ sheets: { Members: textSheet([['Last name', 'Email'], ...rows]) } })
  const { contacts, report, ...outcome } = await importing({ content })
  expect(contacts).toHaveLength(599)
  expect(report[1]).toMatch(/^552,Email: must be an email address/)
  expect(describeOutcome('x.xlsx', outcome)).toContain('Read as Excel: the sheet "Members" of the workbook.')
})

test('refuses what cannot be read or written before it imports anything', async () => {
  const tenant = await newTenant()
  const content = 'Last name\nTorres\n'
  const path = join(folder, 'given.csv')
  writeFileSync(path, content)
  const scope = await systemScope({ database, clock: systemClock, log: createLogger('silent') }, tenant.id)
  const run = (own: Partial<ImportFileOptions>) =>
    importFile(scope, { path, choices: {}, reportPath: `${path}.refused.csv`, onProgress: () => undefined, ...own })
  await expect(run({ path: folder })).rejects.toThrow('is not a file')
  await expect(run({ path: join(folder, 'none.csv') })).rejects.toThrow('cannot be read')
  await expect(run({ reportPath: join(folder, 'none', 'x.csv') })).rejects.toThrow('cannot be written')
  await expect(run({ choices: { Sheet: 'Members' } })).rejects.toThrow('has no sheets')
  await expect(run({ choices: { Language: '!!' } })).rejects.toThrow('must be a language tag')
  await expect(run({ choices: { Delimiter: '"' } })).rejects.toThrow('must be one character')
  expect(await database.system.importRun.count({ where: { tenantId: tenant.id } })).toBe(0)
})

test('reports invalid mappings', async () => {
  const content = 'Title,Colour\nTorres,red\n'
  const mapped = (Header: string, Field: string) => importing({ content, choices: { Mapping: [{ Header, Field }] } })
  await expect(importing({ content })).rejects.toThrow('No column contains a name')
  await expect(mapped('Nam', 'LastName')).rejects.toThrow('must be a column of the file')
  await expect(mapped('Title', 'Surname?')).rejects.toThrow('must be a field')
  await expect(importing({ content: 'Email,Mail,Last name\na,b,c\n' })).rejects.toThrow('both map to Email')
  await expect(importing({ content: 'Last name\n"open\n' })).rejects.toThrow('has a quote that is not closed')
})
