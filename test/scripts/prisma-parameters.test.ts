import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readGraph } from '#scripts/prisma-parameters/read-graph'

const root = join(import.meta.dirname, '../..')

interface Encoded {
  strings: string[]
  graph: string
}

/** The graph of this schema, as the generated client contains it. */
const encoded = (): Encoded => {
  const text = readFileSync(join(root, 'src/generated/prisma/internal/class.ts'), 'utf8')
  const strings = /strings: JSON\.parse\((".*?(?<!\\)")\)/.exec(text)?.[1] ?? ''
  const graph = /graph: "([^"]+)"/.exec(text)?.[1] ?? ''
  return { strings: JSON.parse(JSON.parse(strings) as string) as string[], graph }
}

/** The decoder of Prisma's client itself, which it does not export. */
const originalDecoder = (): ((from: Encoded) => ReturnType<typeof readGraph>) => {
  const path = createRequire(import.meta.url).resolve('@prisma/client/runtime/client')
  const text = readFileSync(path.replace(/\.js$/, '.mjs'), 'utf8')
  const [, name, , own] = /function (\w+)\((\w+)\)\{return new (\w+)\(\2\)\.deserialize\(\)\}/.exec(text) ?? []
  const helper = /function (\w+)\((\w+)\)\{return Buffer\.from\(\2,"base64url"\)\}/.exec(text)?.[0] ?? ''
  const from = text.indexOf(`${own}=class{#e;`)
  const code = text.slice(from, text.indexOf('};var ', from) + 1)
  return new Function(`${helper};let ${code};function ${name}(e){return new ${own}(e).deserialize()};return ${name}`)()
}

test('the graph of parameters is the one that Prisma decodes, shared by its clients', () => {
  const given = encoded()
  expect(given.strings.length).toBeGreaterThan(1000)
  const expected = originalDecoder()(given)
  const own = readGraph(given)
  expect(own.roots).toEqual(expected.roots)
  expect(own.strings).toBe(given.strings)
  for (const kind of ['inputNodes', 'outputNodes'] as const) {
    expect(own[kind].length).toBe(expected[kind].length)
    const different = expected[kind].findIndex(
      ({ edges }, at) => JSON.stringify(edges) !== JSON.stringify(own[kind][at]?.edges),
    )
    expect(different).toBe(-1)
  }
  expect(readGraph(given)).toBe(own)
})
