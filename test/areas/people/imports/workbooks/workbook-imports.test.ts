import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { textSheet, workbookOf } from '#test/support/files/workbook'
import { addField } from '#test/support/people/custom-fields'
import { imported, uploadTable } from '#test/support/people/imports'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

const HEADERS = [
  'Mitgliedsnr.',
  'Vorname',
  'Nachname',
  'PLZ',
  'Ort',
  'Land',
  'E-Mail',
  'Mitgliedsart',
  'Eintritt',
  'Mitgliedschaft bis',
  'Spende',
]

/** A table as German users have it: a title, numbers as numbers, dates as dates, a postal code by its format, a formula. */
const MEMBERS = workbookOf({
  strings: ['Mitgliederliste 2026', ...HEADERS].map((text) => `<t>${text}</t>`),
  codes: ['dd\\.mm\\.yyyy', '00000', '#,##0.00\\ "€"'],
  styles: [0, 164, 165, 166],
  sheets: {
    Mitglieder:
      '<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row>' +
      `<row r="3">${HEADERS.map((_, at) => `<c r="${String.fromCharCode(65 + at)}3" t="s"><v>${at + 1}</v></c>`).join('')}</row>` +
      '<row r="4"><c r="A4"><v>1001</v></c><c r="B4" t="inlineStr"><is><t>Käthe</t></is></c><c r="C4" t="str"><f>"Groß"</f><v>Groß</v></c>' +
      '<c r="D4" s="2"><v>1067</v></c><c r="E4" t="inlineStr"><is><t>Dresden</t></is></c><c r="F4" t="inlineStr"><is><t>Deutschland</t></is></c>' +
      '<c r="G4" t="inlineStr"><is><t>kaethe@post.example</t></is></c><c r="H4" t="inlineStr"><is><t>Regulär</t></is></c>' +
      '<c r="I4" s="1"><v>42095</v></c><c r="J4" s="1"><v>109574</v></c><c r="K4" s="3"><v>1234.5</v></c></row>' +
      '<row r="5"><c r="A5"><v>1002</v></c><c r="C5" t="e"><v>#REF!</v></c></row></sheetData>' +
      '<mergeCells count="1"><mergeCell ref="A1:K1"/></mergeCells>',
    Alt: textSheet([['Last name'], ['Byron']]),
  },
})

describe('POST /api/imports (startImport): Excel workbooks', () => {
  test('imports the values of cells, and refuses cells with errors', async () => {
    const caller = await server.tenant()
    await caller.post('/api/membershiptypes/0', { Name: 'Regulär', TermMonths: 12 })
    await addField(server.database, caller.tenant.id, { name: 'Spende', dataTypeId: 4 })
    const done = await imported(server, caller, MEMBERS, {}, 'members.xlsx')
    expect(done).toMatchObject({
      Status: 'Completed',
      Preset: 'Excel',
      Created: 1,
      Refused: 1,
      MembershipsCreated: 1,
      Options: { Sheet: 'Mitglieder', Encoding: null, Delimiter: null, Language: 'de' },
      Reasons: [{ Reason: 'Nachname: contains an error of the spreadsheet: correct or empty the cell', Lines: [5] }],
    })
    const where = { tenantId: caller.tenant.id }
    const contact = await server.database.system.contact.findFirstOrThrow({ where })
    expect(contact).toMatchObject({ displayName: 'Käthe Groß', accountNumber: '1001', countryName: 'Germany' })
    expect(await server.database.system.address.findFirst({ where })).toMatchObject({ postalCode: '01067' })
    const { CustomFields } = (await caller.get(`/api/contacts/person/${contact.id}`)).json()
    expect(CustomFields).toMatchObject([{ Name: 'Spende', Value: '1234.50' }])
    const { Results } = (await caller.get('/api/memberships')).json()
    expect(Results).toMatchObject([{ StartDate: '2015-04-01', ExpirationDate: '2199-12-31' }])
    const file = await caller.get(`/api/imports/${done.ImportId}/refused/csv`, { accept: 'text/csv' })
    expect(file.headers['content-disposition']).toContain('members.refused.csv')
    expect(file.body).toContain('5,Nachname: contains an error')
  })

  test('imports the sheet of a name', async () => {
    const caller = await server.tenant()
    expect(await imported(server, caller, MEMBERS, { Sheet: 'Alt' }, 'members.xlsx')).toMatchObject({ Created: 1 })
    const FileId = await uploadTable(caller, MEMBERS, 'members.xlsx')
    const response = await caller.post('/api/imports', { FileId, Options: { Sheet: 'Neu' } })
    expect([response.statusCode, response.json().errors]).toMatchObject([400, [{ pointer: '/Options/Sheet' }]])
  })

  test.each([{ Encoding: 'utf-8' }, { Delimiter: ';' }])('refuses %j, which only a text file has', async (Options) => {
    const caller = await server.tenant()
    const FileId = await uploadTable(caller, MEMBERS, 'members.xlsx')
    const [field] = Object.keys(Options)
    for (const path of ['/api/imports', '/api/imports/preview']) {
      const response = await caller.post(path, { FileId, Options })
      expect([response.statusCode, response.json().errors]).toMatchObject([
        400,
        [{ pointer: `/Options/${field}`, message: expect.stringMatching(/^must be absent: the file is a workbook/) }],
      ])
    }
  })

  test('fails before the first row if a later one cannot be read', async () => {
    const caller = await server.tenant()
    const rows = Array.from({ length: 2000 }, (_, at) => `<row><c t="str"><v>Byron${at}</v></c></row>`).join('')
    const xml = `<sheetData><row><c t="str"><v>Last name</v></c></row>${rows}<row r="1"/></sheetData>`
    const done = await imported(server, caller, workbookOf({ sheets: { A: xml } }), {}, 'broken.xlsx')
    expect(done).toMatchObject({
      Status: 'Failed',
      Created: 0,
      Message: expect.stringContaining('rows in a wrong order'),
    })
  })
})

describe('POST /api/imports/preview (previewImport): Excel workbooks', () => {
  test('shows the sheet, the columns and the first rows', async () => {
    const caller = await server.tenant()
    const response = await caller.post('/api/imports/preview', { FileId: await uploadTable(caller, MEMBERS, 'm.xlsx') })
    expect(response.json()).toMatchObject({
      Options: { Preset: 'Excel', Sheet: 'Mitglieder' },
      Sheets: expect.arrayContaining(['Mitglieder']),
      Fault: null,
      Rows: [
        { Line: 4, Values: expect.arrayContaining([{ Field: 'MembershipEnd', Value: '2199-12-31' }]) },
        { Line: 5, Reasons: [expect.stringContaining('Nachname')] },
      ],
    })
  })
})
