import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type InstalledClient, installClient } from '../support/client/installed-client.ts'
import { openWebhookBench, type WebhookBench } from '../support/integration/webhook-bench.ts'

const folder = join(import.meta.dirname, '../../client')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

const firstHour = read('examples/first-hour.ts')
/** The TypeScript examples of the README, by the heading that they are below. */
const examples = read('README.md')
  .split(/^## /m)
  .flatMap((section) => {
    const heading = section.slice(0, section.indexOf('\n'))
    return [...section.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']): [string, string] => [heading, code])
  })
const programOf = (heading: string) => heading.toLowerCase().replaceAll(' ', '-')

let bench: WebhookBench
let installed: InstalledClient
let env: Record<string, string>

beforeAll(async () => {
  bench = await openWebhookBench()
  await bench.work()
  env = { GUILDHALL_URL: await bench.server.app.listen({ host: '127.0.0.1', port: 0 }), GUILDHALL_KEY: bench.mine.key }
  for (const LastName of ['Abel', 'Berg', 'Cruz']) await bench.mine.post('/api/contacts/person/0', { LastName })
  installed = await installClient()
  const programs = examples.map(([heading, code]) => [programOf(heading), code])
  await installed.compile({ ...Object.fromEntries(programs), 'first-hour': firstHour })
}, 180_000)
afterAll(async () => {
  await bench?.close()
  await installed?.remove()
})

describe('the packed client, installed without a network', () => {
  test('takes a developer through the first hour in at most 40 lines', async () => {
    const code = firstHour.split('\n').filter((line) => line !== '' && !line.startsWith('//'))
    expect(code.length).toBeLessThanOrEqual(40)
    expect(await installed.run('first-hour', env)).toEqual([
      'list: 2 of 3 contacts, first Abel',
      'page: 3 contacts',
      'save: Ada Moreno',
      'conflict: version 1 is now 2',
      'settled: Adah Moss',
      'webhook: contact created by version 1',
    ])
  })

  test.each(examples)('runs the example of "%s"', async (heading) => {
    const lines = await installed.run(programOf(heading), { ...env, WEBHOOK_SECRET: `whsec_${btoa('secret')}` })
    expect(lines.join('\n')).toMatch(EXPECTED[heading] ?? /never/)
  })
})

const EXPECTED: Record<string, RegExp> = {
  Start: /^\d+ contacts\n\d+ Abel no city/,
  Types: /^function function$/,
  Lists: /^Abel\nBerg\n[\s\S]*\d found\n\d of \d$/,
  Problems: /^400 invalid-input, request \S+: .*\n\/Name /,
  Files: /^notes.txt 12 bytes, package.json\nBring a pen.\n\d+ lines$/,
  Conflicts: /^Ada Moreno, version 2$/,
  'Repeated requests': /^no response after 3 attempts$/,
  Webhooks: /^400$/,
}
