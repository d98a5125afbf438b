import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { workbookOf } from '#test/support/files/workbook'
import { imported } from '#test/support/people/imports'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

/** Postal codes of which a spreadsheet has made numbers, and one that is a text. */
const CODES: [code: number | string, country: string, complete: string][] = [
  [110, 'New Zealand', '0110'],
  [2, 'South Africa', '0002'],
  [1067, 'Germany', '01067'],
  [950, 'Poland', '00-950'],
  [501, 'US', '00501'],
  ['00184', 'Italy', '00184'],
  [1067, 'Austria', '1067'],
]

const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
const WORKBOOK = workbookOf({
  sheets: {
    People: `<sheetData><row r="1">${text('A1', 'Last name')}${text('B1', 'Zip')}${text('C1', 'Country')}</row>${CODES.map(
      ([code, country], at) => {
        const row = at + 2
        const cell = typeof code === 'number' ? `<c r="B${row}"><v>${code}</v></c>` : text(`B${row}`, code)
        return `<row r="${row}">${text(`A${row}`, `Byron${at}`)}${cell}${text(`C${row}`, country)}</row>`
      },
    ).join('')}</sheetData>`,
  },
})

describe('POST /api/imports (startImport): postal codes of a workbook', () => {
  test('get the zeros that the spreadsheet has removed, and the import says so', async () => {
    const caller = await server.tenant()
    const done = await imported(server, caller, WORKBOOK, {}, 'people.xlsx')
    expect(done).toMatchObject({ Created: CODES.length, Refused: 0 })
    expect(done.Warnings).toMatchObject([{ Kind: 'PostalCode', Count: 5, Lines: [2, 3, 4, 5, 6] }])
    const where = { tenantId: caller.tenant.id }
    const found = await server.database.system.address.findMany({ where })
    expect(found.map(({ postalCode }) => postalCode).sort()).toEqual(CODES.map(([, , complete]) => complete).sort())
  })
})
