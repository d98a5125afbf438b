import type { JsonObject } from '#kernel/contract/json'
import type { ActionRead, OfferedIds } from '#test/support/walks/actions/offered-records'
import type { World } from '#test/support/walks/world'

export const number = (value: unknown): number => Number(value)

/** A list of an organization's document. */
export const inOrganization = (part: string, field: string, id = field): ActionRead => ({
  operation: 'getOrganizationGeneral',
  url: ({ contactId }) => `/api/contacts/OrgGeneral/${contactId}`,
  row: (response: Record<string, JsonObject[]>, ids) => response[part]?.find((row) => row[field] === ids[id]),
})

export const fill = async (
  world: World,
  contactId: number,
  path: string,
  body: object,
  field: string,
): Promise<number> => number((await world.post(`/api/contacts/${contactId}/${path}`, body))[field])

export const editPart = (path: string, field: string, body: object) => (ids: OfferedIds) =>
  ({ method: 'POST', url: `/api/contacts/${ids.contactId}/${path}/${ids[field]}`, body, version: 'AuditId' }) as const

export const deletePart = (path: string, field: string) => (ids: OfferedIds) =>
  ({ method: 'DELETE', url: `/api/contacts/${ids.contactId}/${path}/${ids[field]}` }) as const

export const viewPart = (path: string) => (ids: OfferedIds) =>
  ({ method: 'GET', url: `/api/contacts/${ids.contactId}/${path}` }) as const

export const partActions = (path: string, field: string, body: object) => ({
  view: viewPart(path),
  edit: editPart(path, field, body),
  delete: deletePart(path, field),
})

/** Makes a contact a person that matches no contact, as a registration of a stranger does. */
export const hidePerson = async ({ server, caller }: World, id: number): Promise<number> => {
  const where = { tenantId: caller.tenant.id, id }
  await server.database.system.contact.updateMany({ where, data: { isUnmatched: true } })
  return id
}

export const addUnmatchedPerson = async (world: World): Promise<string> =>
  String(await hidePerson(world, Number(await world.person())))
