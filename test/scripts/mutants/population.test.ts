import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isListed, readEquivalents } from '#scripts/mutants/equivalents'
import { drawMutants, mutantsOf, randomOf, readColumnTypes, readFiles, wingOf } from '#scripts/mutants/population'

const root = join(import.meta.dirname, '../../..')
const files = [
  { path: 'src/kernel/a.ts', text: 'const a = b && c\n' },
  { path: 'src/services/b.ts', text: 'const d = [e, f]\nconst g = h < 7\n' },
]
const draw = (seed: number) => [...drawMutants(files, new Map(), randomOf(seed))].map(({ change }) => change)

describe('a sample of mutants', () => {
  test('contains each mutant once, in an order that the seed determines', () => {
    expect(draw(7)).toEqual(draw(7))
    expect(draw(7)).not.toEqual(draw(8))
    expect(draw(7).sort()).toEqual(draw(8).sort())
    expect(draw(7)).toHaveLength(6)
  })

  test('is of a wing, the kernel or the services', () => {
    expect(['src/areas/people/groups/a.ts', 'src/areas/area.ts', 'src/kernel/http/b.ts'].map(wingOf)).toEqual([
      'people',
      'areas',
      'kernel',
    ])
  })
})

test('columns of one type are known by the schema, ids apart', () => {
  const types = readColumnTypes(root)
  expect(types.get('contact_id')).toBe('Int id')
  expect(types.get('max_quantity')).toBe('Int')
  expect(types.has('tenant_id')).toBe(false)
})

test('each equivalent mutant is one that the source has, with a reason', () => {
  const listed = readEquivalents(root)
  const types = readColumnTypes(root)
  const lost = listed.filter((equivalent) => {
    const isEquivalent = isListed([equivalent])
    return !readFiles(root, [equivalent.path]).some((file) => mutantsOf(file, types).some(isEquivalent))
  })
  expect(lost).toEqual([])
  expect(listed.filter(({ reason }) => reason.length < 20)).toEqual([])
})
