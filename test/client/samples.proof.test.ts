import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildReference } from '#services/reference/reference-model'
import { samplesOf } from '#services/reference/samples'
import { installClient } from '../support/client/installed-client.ts'

const installed = await installClient()
afterAll(() => installed.remove())

const bundle = JSON.parse(readFileSync(join(import.meta.dirname, '../../openapi/openapi.json'), 'utf8'))

test('the JavaScript sample of every operation in the reference compiles with the packed client', async () => {
  const model = buildReference(bundle)
  const blocks = model.operations.map((operation) => {
    const sample = samplesOf(model, operation, 'http://127.0.0.1:3000').find(
      ({ language }) => language === 'JavaScript',
    )
    const [imported = '', , created = '', ...calls] = sample?.code.split('\n') ?? []
    expect(imported).toBe("import { createClient } from '@guildhall/client'")
    expect(created).toContain('createClient(')
    return `{ // ${operation.id}\n${calls.join('\n')}\n}`
  })
  const head =
    "import { createClient } from '@guildhall/client'\nconst guildhall = createClient({ baseUrl: 'http://127.0.0.1' })"
  await installed.compile({ samples: [head, ...blocks].join('\n') })
  expect(blocks.length).toBeGreaterThan(800)
}, 300_000)
