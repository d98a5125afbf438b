import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestsTo } from '../postgres/requests.ts'
import { buildTestApp, type TestApp, type TestCaller } from '../support/build-app.ts'
import { Browser, registerClient, registerLogin } from '../support/identity/oauth.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const chapter =
  readFileSync(join(root, 'docs/integrators.md'), 'utf8')
    .split(/^## /m)
    .find((part) => part.startsWith('OAuth 2, step by step\n')) ?? ''
const blocks = (language: string) =>
  [...chapter.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, code = '']) => code)

let server: TestApp
let mine: TestCaller
let origin: string
let email: string
let redirect: string
beforeAll(async () => {
  await run(process.execPath, [join(root, 'scripts/tool.mjs'), 'oauth'])
  server = await buildTestApp()
  mine = await server.tenant()
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 })
  email = await registerLogin(server, mine.tenant)
  await mine.post('/api/contacts/person/0', { FirstName: 'Ada', LastName: 'Moreno' })
  redirect = `http://127.0.0.1:${await freePort()}`
})
afterAll(() => server.close())

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })

/** The text of the guide for the server of this test, and for a free port of the app. */
const here = (code: string): string =>
  code
    .replaceAll('http://127.0.0.1:3000', origin)
    .replaceAll('http://127.0.0.1:8400', redirect)
    .replaceAll('http%3A%2F%2F127.0.0.1%3A8400', encodeURIComponent(redirect))
    .replaceAll('8400', new URL(redirect).port)

const shell = async (code: string, env: Record<string, string> = {}): Promise<string> =>
  (await run('bash', ['-euc', here(code)], { env: { ...process.env, KEY: mine.key, ...env } })).stdout

/** Signs in and agrees, as the user of the app. Returns the address to which the browser is sent. */
const agree = async (address: string): Promise<URL> => {
  const browser = new Browser(requestsTo(origin))
  await browser.signIn(email)
  await browser.open(address)
  const answer = await browser.submit(address.replace(origin, ''), { decision: 'allow' })
  return new URL(String(answer.headers.location))
}

describe('the chapter about OAuth 2', () => {
  test('registers, authorizes, exchanges and refreshes by its commands', async () => {
    const [register = '', authorize = '', exchange = '', use = '', refresh = ''] = blocks('sh')
    const client = JSON.parse(await shell(register))
    expect(client).toMatchObject({ ApplicationName: 'Member desk', ClientSecret: null })
    const CLIENT_ID = client.ClientId
    const printed = await shell(`${authorize}\necho "$VERIFIER $STATE"`, { CLIENT_ID })
    const [address = '', verifierAndState = ''] = printed.split('\n')
    const [VERIFIER = '', state] = verifierAndState.split(' ')
    const signedIn = await agree(address)
    expect(signedIn.origin + signedIn.pathname).toBe(`${redirect}/signed-in`)
    expect(signedIn.searchParams.get('state')).toBe(state)
    const CODE = signedIn.searchParams.get('code') ?? ''
    const tokens = JSON.parse(await shell(exchange, { CLIENT_ID, VERIFIER, CODE }))
    expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'contacts:read' })
    const contacts = JSON.parse(await shell(use, { ACCESS_TOKEN: tokens.access_token }))
    expect(contacts.TotalRecordAvailable).toBe('1')
    const refreshed = JSON.parse(await shell(refresh, { CLIENT_ID, REFRESH_TOKEN: tokens.refresh_token }))
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token)
  })

  test('does the same by the program with openid-client', async () => {
    const client = await registerClient(
      mine,
      { Scopes: ['contacts:read'], IsPublic: true },
      {
        GlobalOAuthRedirectUrls: `${redirect}/signed-in`,
      },
    )
    const [program = ''] = blocks('js')
    // In the folder of its package.
    const file = join(root, 'tools/oauth', `example-${process.pid}.mjs`)
    await writeFile(file, here(program))
    try {
      const child = spawn(process.execPath, [file], {
        env: { ...process.env, CLIENT_ID: client.clientId },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const lines: string[] = []
      for await (const line of createInterface(child.stdout)) {
        lines.push(line)
        if (!line.startsWith('Open ')) continue
        const signedIn = await agree(line.slice('Open '.length))
        expect(await (await fetch(signedIn)).text()).toBe('You can close this page.')
      }
      expect(lines.at(-1)).toBe('1 contacts')
    } finally {
      await rm(file)
    }
  })
})
