import { expect, test } from 'vitest'
import { describeIgnored, describeWarnings } from '#src/cli/import/outcome'

const extras = (count: number): string[] => Array.from({ length: count }, (_one, at) => `Extra ${at + 1}`)

test('an import names ten of its ignored columns, and the number of the others', () => {
  expect(describeIgnored([])).toEqual([])
  expect(describeIgnored(['Shoe\u001bsize', 'Hat'])).toEqual(['Ignored columns: Shoe size, Hat (see --map).'])
  expect(describeIgnored(extras(10))).toEqual([`Ignored columns: ${extras(10).join(', ')} (see --map).`])
  expect(describeIgnored(extras(1130))).toEqual([
    `Ignored columns: ${extras(10).join(', ')} and 1,120 more (see --map).`,
  ])
})

test('an import names its guesses with their rows, and an encoding as it is', () => {
  const guess = { Kind: 'NameOrder', Line: 2, Message: 'Name: split', Count: 1, Lines: [2] } as const
  expect(
    describeWarnings([
      { ...guess, Lines: [2] },
      { ...guess, Count: 1600, Lines: [2, 3] },
      { ...guess, Kind: 'Encoding', Message: 'Line 3 is in UTF-8.', Lines: [3] },
    ]),
  ).toEqual([
    'Warning: Name: split (1 row: line 2)',
    'Warning: Name: split (1,600 rows: lines 2, 3 ...)',
    'Warning: Line 3 is in UTF-8.',
  ])
})
