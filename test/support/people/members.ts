import type { LightMyRequestResponse } from 'fastify'
import { MAIL_MEMBER_LINK } from '#services/identity/members/member-links'
import type { TestApp, TestCaller } from '../build-app.ts'
import {
  authorizeUrl,
  Browser,
  exchange,
  pkcePair,
  REDIRECT,
  registerClient,
  type TestClient,
} from '../identity/oauth.ts'
import { ORIGIN, runJobs } from '../jobs/run-jobs.ts'

export interface TestMember {
  contactId: number
  memberLoginId: number
  email: string
}

let made = 0

/** Creates an individual with a login. @param status 4 Courtesy: a member; 8 NonMember. */
export const addMember = async (admin: TestCaller, status = 4): Promise<TestMember> => {
  const email = `member${made++}@members.example`
  const person = await admin.post('/api/contacts/person/0', { FirstName: 'Ada', LastName: `Moreno ${made}` })
  const { ContactId: contactId, AuditId } = person.json()
  const changed = await admin.post(`/api/contacts/${contactId}/status`, { AuditId, MembershipStatusTypeId: status })
  const login = await admin.post('/api/memberlogins/0', { ContactId: contactId, EmailAddress: email })
  for (const answer of [person, changed, login]) if (answer.statusCode !== 200) throw new Error(answer.body)
  return { contactId, memberLoginId: login.json().MemberLoginId, email }
}

/** Creates an organization that is a member. */
export const addFirm = async (admin: TestCaller): Promise<number> => {
  const made = await admin.post('/api/contacts/org/0', { OrganizationName: 'Firm' })
  const { ContactId } = made.json()
  const AuditId = Number(String(made.headers.etag).replaceAll('"', ''))
  const changed = await admin.post(`/api/contacts/${ContactId}/status`, { AuditId, MembershipStatusTypeId: 4 })
  if (changed.statusCode !== 200) throw new Error(changed.body)
  return ContactId
}

/** Gives a contact the role Owner at an organization, by which it can act for it. */
export const makeOwner = async (admin: TestCaller, contactId: number, organizationId: number): Promise<void> => {
  const types = (await admin.get('/api/contacts/roletypes')).json() as { Name: string; RoleId: number }[]
  const RoleId = types.find(({ Name }) => Name === 'Owner')?.RoleId
  const body = { OrganizationContactId: organizationId, RoleId }
  const role = await admin.post(`/api/contacts/${contactId}/roles/0`, body)
  if (role.statusCode !== 200) throw new Error(role.body)
}

/** Runs the jobs that mail links, and returns the paths of the links to an address, the newest first. */
export const mailedLinks = async (server: TestApp, email: string): Promise<string[]> => {
  await runJobs(server, MAIL_MEMBER_LINK)
  const mails = await server.database.system.mailMessage.findMany({
    where: { toAddress: email, templateKey: { in: ['member-sign-in', 'member-invitation'] } },
    orderBy: { id: 'desc' },
  })
  return mails.map(({ data }) => (data as { sign_in: { url: string } }).sign_in.url.slice(ORIGIN.length))
}

/** Requests a link on the sign-in page. */
export const requestLink = async (browser: Browser, tenantKey: string, email: string, next?: string) => {
  const signIn = `/members/${tenantKey}/sign-in`
  await browser.open(next === undefined ? signIn : `${signIn}?${new URLSearchParams({ next })}`)
  return browser.submitTo(signIn, `/members/${tenantKey}/link`, { email })
}

/** Signs a member in by a mailed link. Returns the response to the confirmation. */
export const signInByLink = async (server: TestApp, browser: Browser, tenantKey: string, email: string) => {
  await requestLink(browser, tenantKey, email)
  const [link = ''] = await mailedLinks(server, email)
  await browser.open(link)
  return browser.submit(link, {})
}

export interface MemberTokens {
  access: string
  refresh: string
  browser: Browser
  client: TestClient
  /** A request with the access token. */
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  post(url: string, body?: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>
}

/** Signs a member in and lets a client get its tokens. */
export const memberTokens = async (
  server: TestApp,
  admin: TestCaller,
  { email }: TestMember,
): Promise<MemberTokens> => {
  const client = await registerClient(admin, { Scopes: ['self'] })
  const browser = new Browser(server)
  await signInByLink(server, browser, admin.tenant.key, email)
  const { verifier, challenge } = pkcePair()
  const url = authorizeUrl({ client_id: client.clientId, redirect_uri: REDIRECT, code_challenge: challenge })
  await browser.open(url)
  const answer = await browser.submit(url, { decision: 'allow' })
  const code = new URL(String(answer.headers.location)).searchParams.get('code') ?? ''
  const tokens = (await exchange(server, client, code, verifier)).json()
  const authorization = `Bearer ${tokens.access_token}`
  return {
    access: tokens.access_token,
    refresh: tokens.refresh_token,
    browser,
    client,
    get: (url, headers = {}) => server.app.inject({ url, headers: { authorization, ...headers } }),
    post: (url, body = {}, headers = {}) =>
      server.app.inject({
        method: 'POST',
        url,
        payload: JSON.stringify(body),
        headers: { authorization, 'content-type': 'application/json', ...headers },
      }),
  }
}
