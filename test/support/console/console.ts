import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { TestApp, TestCaller } from '../build-app.ts'
import { wordsOf } from '../events/page-forms.ts'
import { Browser, registerLogin } from '../identity/oauth.ts'

/** A page of the console that a browser without scripts shows. */
export interface ConsolePage {
  status: number
  text: string
  /** What a person reads. */
  words: string
}

/** A login in the console of a tenant. */
export interface ConsoleBrowser {
  browser: Browser
  email: string
  /** Opens the page at a path after the tenant. */
  open(path: string): Promise<ConsolePage>
  /** Sends the form of the page that is open, with this path, and follows the redirect. */
  send(path: string, fields?: Record<string, string>): Promise<ConsolePage>
}

/** Signs a new login in. @param role the name of a role, or the scopes of a new one. */
export const openConsole = async (
  server: TestApp,
  { tenant }: TestCaller,
  role: string | string[] = 'Administrator',
): Promise<ConsoleBrowser> => {
  const name = typeof role === 'string' ? role : `Role ${randomBytes(4).toString('hex')}`
  if (typeof role !== 'string')
    await server.database.system.role.create({ data: { tenantId: tenant.id, name, scopes: role } })
  const email = await registerLogin(server, tenant, name)
  const browser = new Browser(server)
  await browser.signIn(email)
  const base = `/console/${tenant.key}`
  const shown = ({ statusCode, body }: { statusCode: number; body: string }): ConsolePage => ({
    status: statusCode,
    text: body,
    words: wordsOf({ text: body }),
  })
  const open = async (path: string) => shown(await browser.open(`${base}${path}`))
  return {
    browser,
    email,
    open,
    send: async (path, fields = {}) => {
      const sent = await browser.submit(`${base}${path}`, fields)
      if (sent.statusCode !== 303) return shown(sent)
      expect(sent.headers.location).toContain(base)
      return shown(await browser.open(String(sent.headers.location)))
    },
  }
}
