import type { World } from './world.ts'

/** A tenant that gets rows, and numbers for unique names. */
type Rows = Pick<World, 'server' | 'caller' | 'next'>

export const NO_PARTS = { names: false, infos: false, addresses: false, customFields: false, fields: [] }

/** The mapping of a connection that synchronizes nothing. */
export const NO_MAPPING = {
  memberships: false,
  owners: false,
  contacts: false,
  feeds: [],
  individuals: NO_PARTS,
  businesses: NO_PARTS,
}

/** Adds an exchange of another tenant, which does not exist, with the tenant of the walk as source. Returns its id. */
export const addForeignExchange = async (world: Rows, consent: string): Promise<number> => {
  const { system } = world.server.database
  const { id: tenantId, key } = world.caller.tenant
  const name = `Foreign ${world.next()}`
  const ownerKey = `owner-${world.next()}`
  const { id: exchangeId } = await system.exchange.create({
    data: { tenantId, uid: crypto.randomUUID(), name, nameKey: name.toLowerCase(), ownerKey, isOwn: false },
  })
  const parties = [
    { key, name, isSource: true, consent },
    { key: ownerKey, name, isSource: false, consent: 'Accepted' },
  ]
  await system.exchangeParty.createMany({ data: parties.map((party) => ({ tenantId, exchangeId, ...party })) })
  return exchangeId
}

/** Adds a connection of which the tenant of the walk is the source, which has disabled it. Returns its id. */
export const addDisabledSource = async (world: Rows): Promise<number> => {
  const exchangeId = await addForeignExchange(world, 'Accepted')
  const { system } = world.server.database
  const tenantId = world.caller.tenant.id
  const { ownerKey, name } = await system.exchange.findFirstOrThrow({ where: { tenantId, id: exchangeId } })
  const { id } = await system.connection.create({
    data: {
      tenantId,
      uid: crypto.randomUUID(),
      exchangeId,
      isSource: true,
      otherKey: ownerKey,
      otherName: name,
      mapping: NO_MAPPING,
      sealed: 'none',
      status: 'Active',
      isDisabledHere: true,
    },
  })
  return id
}

/** Marks a contact and its memberships as those of a connection that synchronizes all parts. */
export const synchronize = async (
  world: Rows,
  contactId: number,
  marks: { contact?: boolean; memberships?: boolean } = { contact: true, memberships: true },
): Promise<void> => {
  const { system } = world.server.database
  const connectionId = await addDisabledSource(world)
  const { tenantId } = await system.connection.update({
    where: { tenantId_id: { tenantId: world.caller.tenant.id, id: connectionId } },
    data: { isSource: false, individualParts: 15, businessParts: 15, syncsMemberships: true },
  })
  const sourceConnectionId = connectionId
  if (marks.memberships)
    await system.membership.updateMany({ where: { tenantId, contactId }, data: { sourceConnectionId } })
  if (marks.contact)
    await system.contact.updateMany({ where: { tenantId, id: contactId }, data: { sourceConnectionId } })
}
