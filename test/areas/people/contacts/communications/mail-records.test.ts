import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { createLogger } from '#kernel/logging/logger'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import { type MailRequest, queueMail } from '#services/mail/queue-mail'
import { MailRefused } from '#services/mail/transport/mail-transport'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { sendMails } from '#test/support/mail/send-mails'
import { contactsApi } from '#test/support/people/contacts'
import { readFeed } from '#test/support/people/read-feed'
import { expectShape } from '#test/support/server/contract-shape'

let server: TestApp
let caller: TestCaller
let api: ReturnType<typeof contactsApi>
beforeAll(async () => {
  server = await buildTestApp()
  caller = await server.tenant()
  api = contactsApi(caller)
})
afterAll(() => server.close())

/** The error with which the mail server rejects each mail; undefined: it accepts all. */
let refusal: Error | undefined
const context = () => ({ database: server.database, clock: systemClock, log: createLogger('silent') })
const sendAll = () =>
  sendMails(server, caller.tenant.id, async () => {
    if (refusal) throw refusal
  })

const waiting = () =>
  server.database.system.mailMessage.findMany({ where: { tenantId: caller.tenant.id, status: 'queued' } })

const queue = async (contactId: number, more: Partial<MailRequest> = {}) => {
  const scope = await systemScope(context(), caller.tenant.id)
  const request = {
    key: `mail:${contactId}`,
    templateKey: 'membership-joined',
    to: { address: 'ada@x.example', name: 'Ada', contactId },
    data: { membership: { type: 'Regular' } },
    ...more,
  }
  await scope.db.transaction((tx) => queueMail(scope, tx, [request]))
}

interface Row {
  CommunicationId: number
  CommunicationStatusTypeId: number
  MailMessageId: number | null
}

let made = 0
const organization = async (): Promise<number> =>
  (await api.org({ OrganizationName: `Firm ${++made}`, forceSave: true })).ContactId
const communications = async (contactId: number) => {
  const { Communication } = await api.good<{ Communication: Row[] }>(
    caller.get(`/api/contacts/OrgGeneral/${contactId}`),
  )
  const page = await api.good<{ Results: Row[] }>(caller.get(`/api/contacts/${contactId}/communications`))
  expectShape('listContactCommunications', page)
  expect(page.Results).toEqual(Communication)
  return page.Results
}
const inFeedAfter = async (since: Date): Promise<number[]> => {
  const feed = await readFeed(caller, since.toISOString())
  return feed.json().map(({ ContactId }: { ContactId: number }) => ContactId)
}

describe('a mail that the product sends', () => {
  it('appears in the Communication of its contact when it was sent, and the contact in the change feed', async () => {
    const id = await organization()
    await queue(id)
    expect(await communications(id)).toEqual([])
    const since = new Date()
    await sendAll()
    const [stored] = await server.database.system.mailMessage.findMany({
      where: { tenantId: caller.tenant.id, contactId: id },
    })
    expect(await communications(id)).toMatchObject([
      {
        CommunicationTypeId: 1,
        CommunicationStatusTypeId: 2,
        Subject: stored?.subject,
        FromDisplayName: caller.tenant.name,
        MailMessageId: Number(stored?.id),
      },
    ])
    expect(await inFeedAfter(since)).toContain(id)
    const shown = await api.good(caller.get(`/api/contacts/OrgGeneral/${id}`))
    expect(shown).toBeDefined()
    const { auditId } = await server.database.system.contact.findFirstOrThrow({
      where: { tenantId: caller.tenant.id, id },
    })
    expect(auditId).toBe(1)
    const event = await server.database.system.outboxEvent.findFirstOrThrow({
      where: { tenantId: caller.tenant.id, entity: 'communication', kind: 'communication.created' },
      orderBy: { id: 'desc' },
    })
    expect(event.payload).toEqual({ contactId: id, Subject: stored?.subject, mailMessageId: Number(stored?.id) })
  })

  it('appears as failed if it is refused, and as sent after it was resent', async () => {
    const id = await organization()
    await queue(id)
    refusal = new MailRefused('No such mailbox.')
    await sendAll()
    const [failed] = await communications(id)
    expect(failed).toMatchObject({ CommunicationStatusTypeId: 4 })
    refusal = undefined
    await api.good(caller.post(`/api/mail/messages/${failed?.MailMessageId}/send`))
    await sendAll()
    expect(await communications(id)).toMatchObject([
      { CommunicationId: failed?.CommunicationId, CommunicationStatusTypeId: 2, AuditId: 2 },
    ])
  })

  it('appears once for any number of attempts, and not before the last of them fails', async () => {
    const id = await organization()
    await queue(id)
    refusal = new Error('The server hung up.')
    await expect(sendAll()).rejects.toThrow('hung up')
    expect(await communications(id)).toEqual([])
    refusal = undefined
    await sendAll()
    await sendAll()
    expect(await communications(id)).toHaveLength(1)
  })

  it('appears with the winner of a merge', async () => {
    const winner = await organization()
    const loser = await organization()
    await queue(loser)
    await api.good(
      caller.post('/api/contacts/merge', {
        WinnerContactId: winner,
        WinnerAuditId: 1,
        LoserContactId: loser,
        LoserAuditId: 1,
      }),
    )
    await sendAll()
    expect(await communications(winner)).toHaveLength(1)
  })
})

test('a mail to no contact, and one to a deleted contact, is sent without a change of a contact', async () => {
  const id = await organization()
  await queue(id)
  await api.good(caller.delete(`/api/contacts/${id}/1`))
  const scope = await systemScope(context(), caller.tenant.id)
  const to = { address: 'guest@x.example', name: null, contactId: null }
  await scope.db.transaction((tx) =>
    queueMail(scope, tx, [{ key: 'guest', templateKey: 'membership-joined', to, data: {} }]),
  )
  await sendAll()
  expect(await waiting()).toEqual([])
  const { auditId } = await server.database.system.contact.findFirstOrThrow({
    where: { tenantId: caller.tenant.id, id },
  })
  expect(auditId).toBe(2)
})
