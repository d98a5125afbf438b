import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Connected,
  connect,
  type ExchangeBench,
  makePair,
  ok,
  openExchangeBench,
} from '../support/integration/connections.ts'
import { dueNow } from '../support/jobs/due-jobs.ts'
import { addField } from '../support/people/custom-fields.ts'
import { releaseJobs, startWorker, type Worker } from '../support/processes/worker.ts'

/** What the test expects of a contact of the source, and what the target has entered about its copy. */
interface Modeled {
  id: number
  membershipId: number
  lastName: string
  phones: string[]
  city: string | null
  license: string | null
  isActive: boolean
}

export interface ConnectionKills {
  kills: number
  contacts: number
  editsPerLife: number
}

let bench: ExchangeBench
let linked: Connected
let worker: Worker | undefined
let fields: { source: number; target: number }
const model: Modeled[] = []
/** What staff of the target has entered: the account numbers of copies. */
const targetOwn = new Map<number, string>()

/** A sequence of numbers that is the same in every run. */
const random = (() => {
  let state = 20_261_204
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
})()

const pick = <T>(from: readonly T[]): T | undefined => from[random(from.length)]

const addContact = async (): Promise<void> => {
  const lastName = `Member${model.length}`
  const { ContactId } = await ok<{ ContactId: number }>(
    linked.source.post('/api/contacts/person/0', {
      FirstName: 'Ada',
      LastName: lastName,
      AccountNumber: `secret-${model.length}`,
      forceSave: true,
      Addresses: [{ Address1: '1 Main Street', City: 'Bath', CountryId: 840 }],
      ContactDesignations: [{ Code: 'CPA' }],
    }),
  )
  const { MembershipId } = await ok<{ MembershipId: number }>(
    linked.source.post('/api/memberships/0', { ContactId, MembershipTypeId: linked.sourceTypeId }),
  )
  model.push({
    id: ContactId,
    membershipId: MembershipId,
    lastName,
    phones: [],
    city: 'Bath',
    license: null,
    isActive: true,
  })
}

interface Read {
  AuditId: number
  ContactList: { Kind: string; Id: number; Value: string }[]
  Addresses: { ContactAddressId: number; AuditId: number; AddressAuditId: number; AddressId: number }[]
}

const saveAtSource = async (id: number, change: (read: Read) => object): Promise<void> => {
  const read = await ok<Read>(linked.source.get(`/api/contacts/person/${id}`))
  await ok(
    linked.source.post(`/api/contacts/person/${id}`, { AuditId: read.AuditId, forceSave: true, ...change(read) }),
  )
}

/** The edits of the source, each of the records and of the model. */
const EDITS: ((one: Modeled) => Promise<void>)[] = [
  async (one) => {
    one.lastName = `Renamed${random(100_000)}`
    await saveAtSource(one.id, () => ({ LastName: one.lastName }))
  },
  async (one) => {
    const phone = `207-555-${String(1000 + random(9000))}`
    one.phones.push(phone)
    await saveAtSource(one.id, () => ({ ContactList: [{ Kind: 'phone', Value: phone }] }))
  },
  async (one) => {
    const phone = one.phones.shift()
    if (!phone) return
    await saveAtSource(one.id, ({ ContactList }) => ({
      ContactList: ContactList.filter(({ Value }) => Value === phone)
        .slice(0, 1)
        .map(({ Kind, Id }) => ({ Kind, Id, isDeleted: true })),
    }))
  },
  async (one) => {
    one.city = `City${random(1000)}`
    await saveAtSource(one.id, ({ Addresses }) => ({
      Addresses: Addresses.map(({ ContactAddressId, AuditId, AddressAuditId, AddressId }) => ({
        ContactAddressId,
        AuditId,
        AddressAuditId,
        AddressId,
        City: one.city,
      })),
    }))
  },
  async (one) => {
    one.license = `L-${random(100_000)}`
    await saveAtSource(one.id, () => ({ CustomFields: [{ CustomFieldId: fields.source, Value: one.license }] }))
  },
  async (one) => {
    await ok(linked.source.post(`/api/memberships/${one.membershipId}/${one.isActive ? 'cancel' : 'reinstate'}`))
    one.isActive = !one.isActive
  },
  // What the mapping does not name.
  (one) => saveAtSource(one.id, () => ({ AccountNumber: `secret-${random(100_000)}` })),
]

const linksOf = () =>
  bench.server.database.system.connectionReceivedContact.findMany({
    where: { tenantId: linked.target.tenant.id, contactId: { not: null } },
  })

/** Staff of the target enters what is its own, and is refused what is not. */
const editTarget = async (): Promise<void> => {
  const { connectionReceivedContact } = bench.server.database.system
  const where = { tenantId: linked.target.tenant.id, contactId: { not: null }, isActive: true }
  const count = await connectionReceivedContact.count({ where })
  const link = await connectionReceivedContact.findFirst({
    where,
    orderBy: { sourceContactId: 'asc' as const },
    skip: count > 0 ? random(count) : 0,
  })
  if (!link?.contactId) return
  const url = `/api/contacts/person/${link.contactId}`
  const { AuditId } = await ok<Read>(linked.target.get(url))
  const own = await linked.target.post(url, { AuditId, AccountNumber: `own-${link.contactId}`, forceSave: true })
  if (own.statusCode === 200) targetOwn.set(link.contactId, `own-${link.contactId}`)
  const refused = await linked.target.post(`/api/contacts/${link.contactId}/phones/0`, { Phone: '207-555-0000' })
  // The source can have let the contact go by now.
  const { isActive } = await connectionReceivedContact.findFirstOrThrow({
    where: { tenantId: link.tenantId, connectionId: link.connectionId, sourceContactId: link.sourceContactId },
  })
  if (isActive) expect([409, 200]).toContain(refused.statusCode)
}

const start = async (): Promise<void> => {
  worker = await startWorker({ DATABASE_URL: bench.server.url })
}

const stop = async (): Promise<void> => {
  await worker?.kill()
  worker = undefined
  await releaseJobs(bench.server.url)
  await dueNow(bench.server.url)
}

/** The number of events, contacts and messages that wait. */
const waiting = async (): Promise<number> => {
  await dueNow(bench.server.url)
  const { outboxEvent, connectionMessage, connectionSentContact, connection } = bench.server.database.system
  const work = await connection.count({ where: { hasWork: true } })
  const events = await outboxEvent.count({ where: { dispatchedAt: null } })
  return (
    events + work + (await connectionMessage.count()) + (await connectionSentContact.count({ where: { isDue: true } }))
  )
}

const settle = () => expect.poll(waiting, { timeout: 1_200_000, interval: 250 }).toBe(0)

/** The copy of a modeled contact, in the form of the model. */
const copyOf = async (one: Modeled, contactId: number) => {
  const { system } = bench.server.database
  const copy = await system.contact.findFirstOrThrow({
    where: { tenantId: linked.target.tenant.id, id: contactId },
    include: { phones: { orderBy: { id: 'asc' } }, addresses: { include: { address: true } }, designations: true },
  })
  const value = await system.customFieldValue.findFirst({
    where: { tenantId: linked.target.tenant.id, fieldId: fields.target, objectId: contactId },
  })
  return {
    lastName: copy.lastName,
    phones: copy.phones.map(({ number }) => number).sort(),
    cities: copy.addresses.map(({ address }) => address.city),
    license: value?.textValue ?? null,
    accountNumber: copy.accountNumber,
    designations: copy.designations.length,
    isReadOnly: copy.sourceConnectionId !== null,
    id: one.id,
  }
}

const compare = async (): Promise<void> => {
  const links = new Map((await linksOf()).map((link) => [link.sourceContactId, link]))
  for (const one of model) {
    const link = links.get(one.id)
    if (!one.isActive) {
      expect([one.id, link?.isActive ?? false]).toEqual([one.id, false])
      continue
    }
    expect(await copyOf(one, Number(link?.contactId))).toEqual({
      id: one.id,
      lastName: one.lastName,
      phones: [...one.phones].sort(),
      cities: [one.city],
      license: one.license,
      accountNumber: targetOwn.get(Number(link?.contactId)) ?? null,
      designations: 0,
      isReadOnly: true,
    })
  }
  const where = { tenantId: linked.target.tenant.id, deletedAt: null }
  expect(await bench.server.database.system.contact.count({ where })).toBe(links.size)
}

/** What synchronization changes in the target. */
const fingerprint = async (): Promise<string> => {
  const { connectionReceivedContact } = bench.server.database.system
  const rows = await connectionReceivedContact.findMany({ orderBy: { sourceContactId: 'asc' } })
  return JSON.stringify(rows)
}

const editSome = async (count: number): Promise<void> => {
  for (let at = 0; at < count; at++) {
    const one = pick(model)
    if (one) await EDITS[random(EDITS.length)]?.(one)
    if (at % 4 === 0) await editTarget()
  }
}

/** Defines the test of two connected tenants with random edits on both sides and a worker that is killed. */
export const testConnectionKills = ({ kills, contacts, editsPerLife }: ConnectionKills): void => {
  beforeAll(async () => {
    bench = await openExchangeBench({ own: true })
    const pair = await makePair(bench)
    const { database } = bench.server
    const named = { name: 'License', dataTypeId: 1 }
    fields = {
      source: (await addField(database, pair.source.tenant.id, named)).id,
      target: (await addField(database, pair.target.tenant.id, named)).id,
    }
    linked = await connect(bench, pair, {
      IsIndividualCustomFields: true,
      IndividualCustomFields: [{ Id: fields.source, IsSelected: true }],
    })
  })
  afterAll(async () => {
    await worker?.kill()
    await bench.close()
  })

  test(`killed ${kills} times while ${contacts} contacts are edited on both sides: the target equals the model`, async () => {
    for (let at = 0; at < contacts; at++) await addContact()
    for (let killed = 0; killed < kills; killed++) {
      await start()
      const before = await fingerprint()
      await editSome(editsPerLife)
      // Kill it in the middle of its work.
      if (killed % 3 !== 0)
        await expect.poll(async () => (await fingerprint()) !== before, { timeout: 60_000, interval: 5 }).toBe(true)
      await stop()
    }
    await start()
    await settle()
    await compare()
  }, 7_200_000)

  test('disabling stops at once, also while the worker applies contacts, and enabling catches up', async () => {
    await editSome(editsPerLife * 4)
    await ok(linked.target.post(`/api/connection/disable/${linked.connectionId}`))
    const before = await fingerprint()
    await editSome(editsPerLife * 2)
    const { outboxEvent } = bench.server.database.system
    const events = () => outboxEvent.count({ where: { dispatchedAt: null } })
    await expect.poll(events, { timeout: 120_000, interval: 100 }).toBe(0)
    expect(await fingerprint()).toBe(before)
    await ok(linked.target.post(`/api/connection/enable/${linked.connectionId}`))
    await expect.poll(async () => (await fingerprint()) !== before, { timeout: 120_000, interval: 100 }).toBe(true)
    await settle()
    await compare()
  }, 1_200_000)
}
