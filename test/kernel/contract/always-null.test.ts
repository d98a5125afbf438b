import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { contractSchemas } from '#kernel/contract/catalogue'

/** The fields of all shapes that are described as always null: `Shape.Field`. */
const described = contractSchemas.flatMap((schema) =>
  Object.entries((schema as { properties?: Record<string, { description?: string }> }).properties ?? {})
    .filter(([, { description }]) => /^Always null\b/.test(description ?? ''))
    .map(([field]) => `${String(schema.$id)}.${field}`),
)

test('the decision lists every field that is always null, and no others', async () => {
  const text = await readFile('docs/decisions/0036-fields-that-are-always-null.md', 'utf8')
  const listed = [...text.matchAll(/^\| `([^`]+)` \|/gm)].map(([, field = '']) => field)
  const covers = (entry: string, field: string) =>
    entry.startsWith('*') ? field.endsWith(entry.slice(1)) : field === entry
  expect(described.filter((field) => !listed.some((entry) => covers(entry, field)))).toEqual([])
  expect(listed.filter((entry) => !described.some((field) => covers(entry, field)))).toEqual([])
  expect(described).toContain('PersonSummary.EmailRelayServiceAddress')
})
