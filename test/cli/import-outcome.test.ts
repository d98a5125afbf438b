import { expect, test } from 'vitest'
import { describeIgnored } from '#src/cli/import/outcome'

const extras = (count: number): string[] => Array.from({ length: count }, (_one, at) => `Extra ${at + 1}`)

test('an import names ten of its ignored columns, and the number of the others', () => {
  expect(describeIgnored([])).toEqual([])
  expect(describeIgnored(['Shoe\u001bsize', 'Hat'])).toEqual(['Ignored columns: Shoe size, Hat (see --map).'])
  expect(describeIgnored(extras(10))).toEqual([`Ignored columns: ${extras(10).join(', ')} (see --map).`])
  expect(describeIgnored(extras(1130))).toEqual([
    `Ignored columns: ${extras(10).join(', ')} and 1,120 more (see --map).`,
  ])
})
