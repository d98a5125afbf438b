import { expect, test } from 'vitest'
import { FormValues } from '#services/pages/form-values'
import { columnChoices } from '#src/console/imports/columns.page'
import { choicesOf, mapsColumns } from '#src/console/imports/import-choices'
import { warningNotes } from '#src/console/imports/imports.page'

test('a form of an import sends the options that decide what a file leaves open', () => {
  const chosen = { dates: 'DMY', century: '1930', names: 'LastFirst', shared: 'create' }
  expect(choicesOf(new FormValues(chosen))).toMatchObject({
    DateOrder: 'DMY',
    Century: 1930,
    NameOrder: 'LastFirst',
    SharedAddress: 'create',
  })
  const open = { DateOrder: null, Century: null, NameOrder: null, SharedAddress: null }
  expect(choicesOf(new FormValues({ century: '30', names: 'Ann' }))).toMatchObject(open)
})

test('a form of an import sends the order of dates of single columns, and a page keeps those of columns that it does not show', () => {
  const form = new FormValues({ d1: 'DMY', d2: 'nothing', d60: 'MDY' })
  expect(mapsColumns(form)).toBe(true)
  const headers = Array.from({ length: 61 }, (_, at) => `Column ${at}`)
  expect(choicesOf(form, headers)).toMatchObject({
    Mapping: [],
    DateOrders: [
      { Header: 'Column 1', DateOrder: 'DMY' },
      { Header: 'Column 60', DateOrder: 'MDY' },
    ],
  })
  const fields = [
    { Name: 'MemberSince', Section: 'Membership', IsDate: true, Headers: [] },
    { Name: 'LastName', Section: 'Name', IsDate: false, Headers: [] },
  ]
  const columns = headers.map((Header, at) => ({ Header, Field: at === 1 ? 'MemberSince' : 'LastName' }))
  const { text } = columnChoices(form, columns, fields)
  expect(text.match(/Order of the dates of/g)).toHaveLength(1)
  expect(text).toContain('<option value="DMY" selected>')
  expect(text).toContain('<input type="hidden" name="d60" value="MDY">')
})

test('a warning of a preview that has not looked at all rows names no rows', () => {
  const Message = 'The preview has looked at the first 2,000 rows'
  const { text } = warningNotes([{ Kind: 'Preview', Line: 2002, Message, Count: 2000, Lines: [2002] }])
  expect(text).not.toContain('line 2002')
})

test('a warning of a guess shows its rows', () => {
  const Message = 'Name: the name in one cell is split'
  const shown = (Count: number, Lines: number[]) =>
    warningNotes([{ Kind: 'NameOrder', Line: 3, Message, Count, Lines }]).text
  expect(shown(1, [3])).toContain('(1 row: line 3)')
  expect(shown(600, [3, 4, 5, 6, 7])).toContain('(600 rows: lines 3, 4, 5, 6, 7 …)')
})
