import { expect, vi } from 'vitest'
import type { TestCaller } from '../build-app.ts'
import { registerClient, registerLogin } from '../identity/oauth.ts'
import { openWebhookBench, type WebhookBench } from '../integration/webhook-bench.ts'
import { imported, uploadTable } from '../people/imports.ts'
import { addPeopleWithoutContact } from '../people/people-without-contact.ts'
import { WorkflowBench } from '../work/workflows.ts'

/** An organization with records in every section of the console, and a login that may see them all. */
export interface ConsoleOffice {
  bench: WebhookBench
  admin: TestCaller
  /** The login of an administrator. */
  email: string
  ids: Record<
    'failedMail' | 'webhook' | 'failedAttempt' | 'workflow' | 'contact' | 'key' | 'app' | 'file' | 'import' | 'person',
    number
  >
}

const PEOPLE = ['Ada Moreno', 'Jonas Lindqvist', 'Priya Natarajan', 'Tomás Rivera', 'Grace Okafor', 'Mei-Ling Tan']
const REFUSED = '550 5.1.1 The mailbox does not exist.'

const addressOf = (name: string): string =>
  `${name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]+/g, '.')}@members.example`

export const openConsoleOffice = async (): Promise<ConsoleOffice> => {
  const bench = await openWebhookBench()
  const { server, mine: admin } = bench
  await server.database.system.tenant.update({
    where: { id: admin.tenant.id },
    data: { name: 'Harbor Chamber of Commerce', timeZone: 'America/New_York' },
  })
  const email = await registerLogin(server, admin.tenant, 'Administrator')
  const failedMail = await addMails(bench)
  const { webhook, failedAttempt } = await addWebhooks(bench)
  const { workflow, contact } = await addWorkflow(bench)
  await addLedgerEntries(bench)
  await addEvents(bench)
  const { key, app } = await addCredentials(bench)
  await addBooks(bench)
  const imports = await addImports(bench)
  const { person } = await addPeopleWithoutContact(admin)
  return {
    bench,
    admin,
    email,
    ids: { failedMail, webhook, failedAttempt, workflow, contact, key, app, person, ...imports },
  }
}

const addMails = async ({ server, mine }: WebhookBench): Promise<number> => {
  const { system } = server.database
  const tenantId = mine.tenant.id
  const mail = (at: number) => {
    const name = PEOPLE[at % PEOPLE.length] ?? ''
    const status = ['sent', 'sent', 'queued', 'failed', 'sent', 'suppressed'][at % 6] ?? 'sent'
    const createdAt = new Date(Date.now() - at * 47 * 60_000)
    return {
      tenantId,
      key: `console-${at}`,
      templateKey: 'membership-expiring',
      toName: name,
      createdAt,
      status,
      toAddress: addressOf(name),
      addressKey: addressOf(name),
      data: {},
      category: 'membership-notices',
      subject: `Your membership ends soon, ${name}`,
      html: '<p>Dear member</p>',
      text: `Dear ${name},\n\nyour membership ends on 31 December. Renew it on our website.\n\nHarbor Chamber of Commerce`,
      reason: status === 'failed' ? REFUSED : status === 'suppressed' ? 'unsubscribed' : null,
      sentAt: status === 'sent' ? createdAt : null,
    }
  }
  await system.mailMessage.createMany({ data: Array.from({ length: 18 }, (_one, at) => mail(at)) })
  const failed = await system.mailMessage.findFirstOrThrow({
    where: { tenantId, status: 'failed' },
    orderBy: { id: 'asc' },
  })
  return Number(failed.id)
}

const addWebhooks = async (bench: WebhookBench): Promise<{ webhook: number; failedAttempt: number }> => {
  const { mine, receiver } = bench
  let isUp = true
  receiver.on('/crm', (response) => response.writeHead(isUp ? 204 : 500).end(isUp ? '' : 'The database is full.'))
  const { id } = await bench.webhook('/crm', { Description: 'Copy to the CRM', WebHookFilters: ['group.*'] })
  const paused = await bench.webhook('/website', { Description: 'Website', WebHookFilters: ['event.*'] })
  await mine.post('/api/webhooks/setup', { WebHookId: String(paused.id), IsPaused: true })
  await bench.work()
  const attempts = async (count: number): Promise<{ AttemptId: number; IsSuccess: boolean }[]> => {
    const list = async () => (await mine.get(`/api/webhooks/setup/${id}/attempts`)).json().Results
    return vi.waitFor(
      async () => {
        const found = await list()
        expect(found).toHaveLength(count)
        return found
      },
      { timeout: 20_000, interval: 50 },
    )
  }
  await bench.emit([1, 2, 3, 4, 5, 6])
  await attempts(6)
  isUp = false
  await bench.emit([7])
  const [failed] = await attempts(7)
  isUp = true
  return { webhook: id, failedAttempt: failed?.AttemptId ?? 0 }
}

const addWorkflow = async ({ server, mine }: WebhookBench): Promise<{ workflow: number; contact: number }> => {
  const work = new WorkflowBench(server, mine, { at: new Date() })
  const group = await work.group()
  const ids = []
  for (const name of PEOPLE)
    ids.push(await work.person({ displayName: name, sortName: name.toLowerCase(), emailAddress: addressOf(name) }))
  await work.join(group, ...ids)
  const id = await work.workflow([group], {
    Name: 'Welcome of new members',
    Description: 'Three mails in the first month.',
  })
  const template = await work.template({ Name: 'Welcome letter' })
  await work.step(id, 3, { TemplateTypeId: '1', EmailTemplateId: String(template) })
  const isBoard = { MatchAll: true, Conditions: [{ Type: 'hasTag', Operator: 'eq', Value: 'Board' }] }
  const branch = await work.step(id, 9, { LogicBranchOptions: isBoard })
  await work.step(id, 8, { AddTagOptions: { Tags: ['Introduced to the board'] } }, { LogicStepId: String(branch) })
  const wait = { WaitOptions: { Quantity: 3, Unit: 'days' } }
  const waiting = await work.step(id, 1, wait, { LogicStepId: String(branch), IsInverseLogic: true })
  await work.step(id, 4, { CreateFollowUpReminderOptions: { Name: 'Call the new member', DueInDays: 7 } })
  await work.switchOn(id)
  await work.run(id)
  await server.database.system.workflowRun.updateMany({
    where: { tenantId: mine.tenant.id, workflowId: id, stepId: waiting, contactId: { in: ids.slice(0, 1) } },
    data: {
      state: 'failed',
      endedAt: new Date(),
      dueAt: null,
      isWaiting: false,
      endReason: 'Its template was deleted.',
    },
  })
  return { workflow: id, contact: ids[0] ?? 0 }
}

const addLedgerEntries = async ({ server, mine }: WebhookBench): Promise<void> => {
  const entry = (at: number) => ({
    tenantId: mine.tenant.id,
    kind: at % 2 === 0 ? 'invoice' : 'payment',
    documentId: at + 1,
    number: `${at % 2 === 0 ? 'INV' : 'PAY'}-2026-0${410 + at}`,
    attempts: 1,
    ...(at % 4 === 0
      ? { status: 'Failed', message: 'Map the account Event income to an account of the ledger.' }
      : { status: 'Succeeded', message: 'Sent.' }),
    createdAt: new Date(Date.now() - at * 3_600_000),
    settledAt: new Date(Date.now() - at * 3_600_000),
  })
  await server.database.system.ledgerExecution.createMany({ data: Array.from({ length: 9 }, (_one, at) => entry(at)) })
}

const addEvents = async ({ mine }: WebhookBench): Promise<void> => {
  const event = (Severity: string, LogTypeName: string, EventMessage: string) => ({
    Severity,
    LogTypeName,
    EventMessage,
    SourceClassTypeName: 'Website',
    SourceType: 'External',
  })
  await mine.post('/api/logs/externalevent/acceptevents', [
    event('Warning', 'Website', 'The form for new members was sent without a postal code.'),
    event('Error', 'Import', 'Row 7 of members.csv has no name.'),
    event('Information', 'Import', 'The import of members.csv has ended.'),
  ])
}

const addCredentials = async ({ mine }: WebhookBench): Promise<{ key: number; app: number }> => {
  const key = async (ApplicationName: string, Scopes: string[]): Promise<number> => {
    const body = { ApplicationName, ApiKeyInfoJson: JSON.stringify({ Scopes, VendorName: 'Harbor Software' }) }
    const saved = await mine.post('/api/applicationpermissions/apikeys/0', body)
    expect(saved.statusCode, saved.body).toBe(200)
    return saved.json().ApplicationPermissionId
  }
  await key('Nightly export', ['contacts:read', 'memberships:read', 'groups:read', 'events:read', 'books:read'])
  const { id: app } = await registerClient(mine, { Scopes: ['contacts:read'], VendorName: 'Harbor Software' })
  return { key: await key('Newsletter sync', ['contacts:read']), app }
}

/** A year of invoices, of which most are paid. */
const addBooks = async ({ server, mine }: WebhookBench): Promise<void> => {
  const { system } = server.database
  const tenantId = mine.tenant.id
  const contact = await system.contact.findFirstOrThrow({
    where: { tenantId, deletedAt: null },
    orderBy: { id: 'asc' },
  })
  const income = await system.account.findFirstOrThrow({ where: { tenantId, systemRole: 'membership-income' } })
  const save = async (path: string, body: object): Promise<void> => {
    const saved = await mine.post(`/api/finance/${path}/0`, { ContactId: contact.id, ...body })
    expect(saved.statusCode, saved.body).toBe(200)
  }
  for (let ago = 11; ago >= 0; ago--) {
    const now = new Date()
    const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1)).toISOString().slice(0, 10)
    const UnitPrice = 1800 + ((ago * 7) % 5) * 420
    const Lines = [{ Description: 'Dues', UnitPrice, AccountId: income.id }]
    await save('invoices', { IssuedDate: day, DueDate: day, Lines })
    if (ago > 1) await save('payments', { Amount: UnitPrice - 150, PaymentTypeId: 1, ReceivedDate: day })
  }
}

const MEMBERS =
  'First name,Last name,Email,Mobile phone\nAda,Moreno,ada@harbor.example,+1 212 555 0142\nNo,Address,none,\nJonas,Lindqvist,jonas@harbor.example,\n'

/** An import that has ended, and a file that is not imported yet. */
const addImports = async ({ server, mine }: WebhookBench): Promise<{ file: number; import: number }> => {
  const { ImportId } = await imported(server, mine, MEMBERS, {}, 'members-of-harbor-chamber.csv')
  return { import: ImportId, file: await uploadOf(server, mine) }
}

/** An upload of the login, because only its own can be imported. */
const uploadOf = async ({ database }: WebhookBench['server'], mine: TestCaller): Promise<number> => {
  const file = await uploadTable(mine, MEMBERS, 'members.csv')
  const { loginId } = await database.system.staff.findFirstOrThrow({ where: { tenantId: mine.tenant.id } })
  const where = { tenantId: mine.tenant.id, id: file }
  await database.system.storedFile.updateMany({ where, data: { createdBy: `login:${loginId}` } })
  return file
}
