import { expect, test } from 'vitest'
import { FormValues } from '#kernel/pages/form-values'
import { choicesOf } from '#src/console/imports/import-choices'
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

test('a warning of a guess shows its rows', () => {
  const Message = 'Name: the name in one cell is split'
  const shown = (Count: number, Lines: number[]) =>
    warningNotes([{ Kind: 'NameOrder', Line: 3, Message, Count, Lines }]).text
  expect(shown(1, [3])).toContain('(1 row: line 3)')
  expect(shown(600, [3, 4, 5, 6, 7])).toContain('(600 rows: lines 3, 4, 5, 6, 7 …)')
})
