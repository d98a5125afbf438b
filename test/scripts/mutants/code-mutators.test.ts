import { expect, test } from 'vitest'
import { mutateCode } from '#scripts/mutants/code-mutators'
import { mutantOf } from '#scripts/mutants/mutant'

/** The changes of a source, each with its kind. */
const changes = (source: string) =>
  mutateCode(source).map(({ kind, start, end, text }) =>
    `${kind}: ${source.slice(start, end).replace(/\s+/g, ' ').trim()} → ${text.trim()}`.trim(),
  )

test('drops either clause of a condition', () => {
  expect(changes('const a = b && (c || d)')).toEqual([
    'clause: b && (c || d) → b',
    'clause: b && (c || d) → (c || d)',
    'clause: c || d → c',
    'clause: c || d → d',
  ])
})

test('flips comparisons and signs', () => {
  expect(changes('const a = b <= c + d === e')).toEqual([
    'comparison: === → !==',
    'comparison: <= → <',
    'arithmetic: + → -',
  ])
})

test('takes one branch or the default', () => {
  expect(changes('const a = b ? c : (d ?? e)')).toEqual([
    'branch: b ? c : (d ?? e) → c',
    'branch: b ? c : (d ?? e) → (d ?? e)',
    'default: d ?? e → d',
    'default: d ?? e → e',
  ])
})

test('drops calls, locks and refusals, but no messages of the log', () => {
  expect(changes("await lockRow(tx)\nsave(tx)\nlog.info('saved')\nif (a) throw b\nif (c) d = e")).toEqual([
    'lock: await lockRow(tx) →',
    'call: save(tx) →',
    'guard: if (a) throw b →',
    'condition: c → !(c)',
  ])
})

test('drops elements, and swaps neighbors', () => {
  expect(changes('const a = { b: c.d, e: c.f }\nconst g = [h, i]\nk(l, m)')).toEqual([
    'property: b: c.d, →',
    'property: , e: c.f →',
    'swap: c.d, e: c.f → c.f, e: c.d',
    'element: h, →',
    'element: , i →',
    'call: k(l, m) →',
    'arguments: l, m → m, l',
  ])
})

test('changes numbers, but no durations, and reverses orders', () => {
  expect(changes("const a = 12\nconst b = 60_000\nconst c = 'asc'")).toEqual([
    'number: 12 → 13',
    "order: 'asc' → 'desc'",
  ])
})

test('returns at the start of a function', () => {
  const source = 'function a() {\n  b = c\n}'
  expect(mutateCode(source)).toEqual([
    { kind: 'early return', start: 17, end: 17, text: 'if (Date.now() > 0) return\n' },
  ])
})

test('does not return early from a function with a result', () => {
  expect(changes('const a = () => {\n  if (b) return c\n}').filter((change) => change.startsWith('early'))).toEqual([])
  expect(
    changes('const a = () => {\n  d(() => {\n    return c\n  })\n}').filter((one) => one.startsWith('early')),
  ).toEqual(['early return:  → if (Date.now() > 0) return'])
})

test('leaves imports and types, and names the line and the surroundings of a change', () => {
  const source =
    "import { a } from './a.ts'\ntype B = 1 | 2\ninterface C { d: [1, 2] }\nconst é = 'ü' as B\n\nconst f = 3"
  const [edit] = mutateCode(source)
  expect(edit && mutantOf('src/a.ts', source, edit)).toMatchObject({
    line: 6,
    change: "const é = 'ü' as B const f = {3 → 4}",
  })
})
