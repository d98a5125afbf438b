import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogger } from '#kernel/logging/logger'
import { systemScope } from '#kernel/outbox/deliver'
import { unquoted, withoutFormula } from '#kernel/text/formulas'
import { systemClock } from '#kernel/time/clock'
import { exportContacts } from '#src/cli/export/export-file'
import { importFile } from '#src/cli/import/import-file'
import { buildTestApp, type TestApp, type TestCaller } from '../support/build-app.ts'
import { addField } from '../support/people/custom-fields.ts'

let server: TestApp
let folder: string
beforeAll(async () => {
  server = await buildTestApp()
  folder = mkdtempSync(join(tmpdir(), 'guildhall-export-'))
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

/** Creates a tenant with the same custom fields as the others, with other ids. */
const newTenant = async (): Promise<TestCaller> => {
  const caller = await server.tenant()
  const add = (name: string, dataTypeId: number, more: object = {}) =>
    addField(server.database, caller.tenant.id, { name, dataTypeId, ...more })
  await add('Motto', 1, { objectTypeId: 1 })
  await add('Points', 3)
  await add('Joined', 6)
  await add('Agreed', 7)
  await add('Home', 9)
  await add('Size', 13, { choices: ['Small', 'Large'] })
  await add('Likes', 14, { choices: ['Tea', 'Rum'] })
  await add('Friend', 12)
  await add('Industry', 1, { objectTypeId: 3, displayName: 'Line of business' })
  return caller
}

const scopeOf = ({ tenant }: TestCaller) =>
  systemScope({ database: server.database, clock: systemClock, log: createLogger('silent') }, tenant.id)

const importing = async (caller: TestCaller, path: string, isDryRun = false) =>
  importFile(await scopeOf(caller), {
    path,
    choices: { IsDryRun: isDryRun },
    reportPath: `${path}.refused.csv`,
    onProgress: () => undefined,
  })

const write = (name: string, content: string): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const FILE = [
  'Type,First name,Last name,Organization name,Email,Phone,City,Country,Tags,motto,CustomFields.Points,joined,AGREED,Home,Size,The Likes,Line of business',
  'individual,Åsa,Lindström,,asa@post.example,+46 90 123 45 67,Umeå,SE,VIP; Board,=1+1,-12.5,2024-02-29,yes,Sweden,large,Tea; Rum,',
  "individual,'=cmd,Two,,,,,,,'tis,,,no,NO,,,",
  'organization,,,Fish & Co,,,,,,@home,,,,,,,Fishing',
]

test('an export that is imported into another tenant creates the same contacts', async () => {
  const first = await newTenant()
  const { state } = await importing(first, write('first.csv', FILE.join('\n')))
  expect(state).toMatchObject({ imported: 3, refused: 0 })
  const listed = await first.get(`/api/contacts?${new URLSearchParams({ $filter: "CustomFields.Size eq 'Large'" })}`)
  const { ContactId } = listed.json().Results[0]
  const asa = (await first.get(`/api/contacts/person/${ContactId}`)).json()
  const shown = Object.fromEntries(
    asa.CustomFields.map((item: { Name: string; DisplayValue: string }) => [item.Name, item.DisplayValue]),
  )
  expect(shown).toEqual({
    Motto: '=1+1',
    Points: '-12.5',
    Joined: '2024-02-29',
    Agreed: 'Yes',
    Home: 'Sweden',
    Size: 'Large',
    Likes: 'Tea; Rum',
    Friend: null,
  })
  const one = join(folder, 'one.csv')
  const two = join(folder, 'two.csv')
  const reported: number[] = []
  expect(await exportContacts(await scopeOf(first), one, (done) => reported.push(done))).toBe(3)
  expect(reported.at(-1)).toBe(3)
  expect(readFileSync(one, 'utf8')).toContain("'=1+1")
  const second = await newTenant()
  expect((await importing(second, one)).state).toMatchObject({ imported: 3, refused: 0 })
  await exportContacts(await scopeOf(second), two, () => undefined)
  expect(readFileSync(two, 'utf8')).toBe(readFileSync(one, 'utf8'))
})

test('rejects rows with invalid custom fields by the header of the cell, also in a dry run', async () => {
  const caller = await newTenant()
  const content = [
    'Last name,Organization name,Points,Size,Line of business,Friend',
    'A,,twelve,,,',
    'B,,,Huge,,',
    'C,,,,Fishing,',
    'D,,,,,2147483000',
    'E,,1,Small,,',
  ].join('\n')
  for (const isDryRun of [true, false]) {
    const path = write(`refused-${isDryRun}.csv`, content)
    const { state } = await importing(caller, path, isDryRun)
    expect(state).toMatchObject({ imported: 1, refused: 4 })
    const report = readFileSync(`${path}.refused.csv`, 'utf8')
    for (const reason of [
      'Points: Points must be a number',
      'Size: Size',
      'Line of business: ',
      'Friend does not reference an existing record',
    ])
      expect(report).toContain(reason)
  }
  expect(await server.database.system.contact.count({ where: { tenantId: caller.tenant.id, lastName: 'E' } })).toBe(1)
})

test('rejects a row without a value for a required custom field', async () => {
  const caller = await server.tenant()
  await addField(server.database, caller.tenant.id, { name: 'Needed', dataTypeId: 1, isRequired: true })
  const { state } = await importing(caller, write('required.csv', 'Last name,Needed\nA,\nB,here\n'))
  expect(state).toMatchObject({ imported: 1, refused: 1 })
})

test.each(['=1', "'=1", "''@x", '-1', '+43 316 877 0', '-1+2', '', "'tis", '\tx', '＝1'])(
  '%j is not a formula',
  (text) => {
    const cell = withoutFormula(text)
    expect(unquoted(cell)).toBe(text)
    expect(/^[=@\t\r＝]|^[+-](?!\d+(\.\d+)?$)/.test(cell)).toBe(false)
  },
)
