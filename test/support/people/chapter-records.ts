import type { LightMyRequestResponse } from 'fastify'
import type { TestApp, TestCaller } from '../build-app.ts'
import { exchange, obtainCode, registerClient, registerLogin } from '../identity/oauth.ts'
import { addOrganization, addPerson } from './contact-rows.ts'

export interface TestChapter {
  id: number
  /** The contact id of the chapter's organization. */
  organizationId: number
}

/** Creates a chapter with these members. It is the primary chapter of members that are in no other. */
export const addChapter = async (
  { database }: TestApp,
  tenantId: number,
  name: string,
  members: readonly number[] = [],
): Promise<TestChapter> => {
  const { system } = database
  const organization = await addOrganization(database, tenantId, { organizationName: name })
  const { id } = await system.chapter.create({ data: { tenantId, organizationId: organization.id } })
  const existing = await system.contactChapter.findMany({ where: { tenantId, contactId: { in: [...members] } } })
  const withChapter = new Set(existing.map(({ contactId }) => contactId))
  await system.contactChapter.createMany({
    data: members.map((contactId) => ({ tenantId, contactId, chapterId: id, isPrimary: !withChapter.has(contactId) })),
  })
  return { id, organizationId: organization.id }
}

/** An owner of chapters, who calls with an access token of a login with the role "Chapter owner". */
export interface TestOwner {
  contactId: number
  email: string
  /** "Bearer ...". */
  authorization: string
  call(method: string, url: string, body?: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  post(url: string, body?: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  delete(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
}

export const addOwner = async (
  server: TestApp,
  admin: TestCaller,
  chapters: readonly { id: number; canEdit: boolean }[],
): Promise<TestOwner> => {
  const { system } = server.database
  const { tenant } = admin
  const email = await registerLogin(server, tenant, 'Chapter owner')
  const { id: contactId } = await addPerson(server.database, tenant.id, { firstName: 'Owner' })
  const login = await system.login.findFirstOrThrow({ where: { email } })
  await system.staff.updateMany({ where: { tenantId: tenant.id, loginId: login.id }, data: { contactId } })
  await system.chapterOwner.createMany({
    data: chapters.map(({ id, canEdit }) => ({ tenantId: tenant.id, chapterId: id, contactId, canEdit })),
  })
  const client = await registerClient(admin)
  const { code, verifier } = await obtainCode(server, client, email)
  const token = (await exchange(server, client, code, verifier)).json().access_token
  const authorization = `Bearer ${token}`
  const call: TestOwner['call'] = (method, url, body, headers = {}) =>
    server.app.inject({
      method: method as 'GET',
      url,
      headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { payload: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    })
  return {
    contactId,
    email,
    authorization,
    call,
    get: (url, headers) => call('GET', url, undefined, headers),
    post: (url, body, headers) => call('POST', url, body ?? {}, headers),
    delete: (url, headers) => call('DELETE', url, undefined, headers),
  }
}

/** A table that references contacts, with its columns that do so. */
export interface ContactTable {
  table: string
  columns: string[]
}

/** These columns name the staff member who does the work. They give no access to the record. */
const STAFF_COLUMNS = `'assigned_to_contact_id', 'manager_contact_id'`

export const listContactTables = ({ database: { system } }: TestApp): Promise<ContactTable[]> =>
  system.$queryRawUnsafe(`
  select k.conrelid::regclass::text as table, array_agg(distinct a.attname::text) as columns
  from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
  where k.contype = 'f' and k.confrelid = 'contact'::regclass and a.attname <> 'tenant_id'
    and a.attname not in (${STAFF_COLUMNS}) group by 1 order by 1`)
