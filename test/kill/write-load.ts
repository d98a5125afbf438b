import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '../support/build-app.ts'
import { type Receiver, startReceiver } from '../support/integration/receiver.ts'
import { type ServerChild, startServerChild } from '../support/processes/server-child.ts'

const WRITERS = 4

let server: TestApp
let caller: TestCaller
let receiver: Receiver
let child: ServerChild | undefined
let address = ''
/** Pending while no server responds. */
let serverReady: Promise<void> = Promise.resolve()

/** Starts the server. Resolves when it responds. */
const start = async (): Promise<void> => {
  child = await startServerChild(server.url, {
    GUILDHALL_ROLE: 'both',
    OUTBOUND_ALLOWED_NETWORKS: '127.0.0.1',
    RATE_LIMIT_PER_CREDENTIAL: '10000000',
    RATE_LIMIT_PER_TENANT: '10000000',
  })
  address = `http://127.0.0.1:${child.port}`
}

const restart = (): Promise<void> => {
  child?.process.kill('SIGKILL')
  serverReady = (child?.ended ?? Promise.resolve()).then(start)
  return serverReady
}

const post = (path: string, body: object) =>
  fetch(address + path, {
    method: 'POST',
    headers: { authorization: `ApiKey ${caller.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Subscribes a webhook, which gets one delivery for each event of a contact. */
const subscribe = async (): Promise<void> => {
  const settings = { Url: `${receiver.url}/hook`, IgnoreWebhookValidation: true, WebHookFilters: ['contact.*'] }
  const response = await post('/api/webhooks/setup', settings)
  expect(response.status, await response.clone().text()).toBe(200)
}

const person = (name: string) => ({
  FirstName: 'Kill',
  LastName: name,
  forceSave: true,
  ContactList: [
    { Kind: 'email', Value: `${name}@kill.example`, IsPrimary: true },
    { Kind: 'phone', Value: '+1 202 555 0100' },
  ],
  Addresses: [{ Address1: '1 Main St', City: 'Springfield', CountryId: 840 }],
})

/** Creates contacts one after the other until the test is over, and records the acknowledged ones. */
const write = async (writer: number, acknowledged: Map<string, number>, isOver: () => boolean) => {
  for (let n = 0; !isOver(); n++) {
    const name = `w${writer}n${n}`
    const response = await post('/api/contacts/person/0', person(name)).catch(() => undefined)
    if (response?.status === 200)
      acknowledged.set(name, ((await response.json().catch(() => ({}))) as { ContactId?: number }).ContactId ?? 0)
    // Without this wait, repeated calls of the killed server would take processor time from the one that starts.
    else await serverReady
  }
}

/** Defines the test of a server that is killed under write load. */
export const testWriteLoad = (kills: number): void => {
  beforeAll(async () => {
    server = await buildTestApp({ own: true })
    caller = await server.tenant()
    receiver = await startReceiver()
  })
  afterAll(async () => {
    child?.process.kill('SIGKILL')
    await child?.ended
    await receiver.close()
    await server.close()
  })

  test(
    `killed ${kills} times under write load: nothing acknowledged is lost, nothing is half written, every event becomes one delivery`,
    async () => {
      const acknowledged = new Map<string, number>()
      let over = false
      await start()
      await subscribe()
      const writers = Array.from({ length: WRITERS }, (_, i) => write(i, acknowledged, () => over))
      for (let killed = 0; killed < kills; killed++) {
        const before = acknowledged.size
        await expect
          .poll(() => acknowledged.size, { timeout: 30_000, interval: 5 })
          .toBeGreaterThan(before + (killed % 17))
        await restart()
      }
      over = true
      await Promise.all(writers)

      const { system } = server.database
      const contacts = await system.contact.findMany({ include: { emails: true, phones: true, addresses: true } })
      const byName = new Map(contacts.map((contact) => [contact.lastName, contact]))
      for (const [name, id] of acknowledged) {
        expect(byName.has(name), `${name} was acknowledged`).toBe(true)
        if (id) expect(byName.get(name)?.id).toBe(id)
      }
      const halves = contacts.filter(
        (contact) =>
          contact.emails.length !== 1 ||
          contact.phones.length !== 1 ||
          contact.addresses.length !== 1 ||
          contact.emailAddress !== `${contact.lastName}@kill.example` ||
          contact.city !== 'Springfield' ||
          contact.auditId !== 1,
      )
      expect(halves).toEqual([])

      const audited = await system.auditEntry.groupBy({ by: ['entityId'], where: { entity: 'contact' }, _count: true })
      expect(new Map(audited.map(({ entityId, _count }) => [Number(entityId), _count]))).toEqual(
        new Map(contacts.map(({ id }) => [id, 1])),
      )

      const events = await system.outboxEvent.findMany({ where: { entity: 'contact' } })
      expect(events.map(({ entityId }) => entityId).sort()).toEqual(contacts.map(({ id }) => id).sort())
      const subscribed = () => system.webhookDelivery.count({ where: { isTest: false } })
      await expect.poll(subscribed, { timeout: 60_000, interval: 250 }).toBe(events.length)
      const deliveries = await system.webhookDelivery.findMany({ where: { isTest: false } })
      expect(new Set(deliveries.map(({ eventId }) => eventId)).size).toBe(events.length)
    },
    180_000 + kills * 10_000,
  )
}
