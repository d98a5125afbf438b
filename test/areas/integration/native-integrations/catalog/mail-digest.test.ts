import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { nativeDays } from '#areas/integration/native-integrations/executions/runs.job'
import { runNewDay } from '#kernel/jobs/tenant-days'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { nativeApi } from '#test/support/integration/native-integrations'
import { sendMails } from '#test/support/mail/send-mails'
import { addPerson } from '#test/support/people/contact-rows'

let server: TestApp
let mine: TestCaller
let id: string
let now = new Date()
const clock = { now: () => now }
const api = nativeApi(
  () => server,
  () => mine,
  { now: () => now },
)
const newDay = () => runNewDay({ database: server.database, clock, log: server.app.log }, nativeDays, mine.tenant.id)
const mails = () =>
  server.database.system.mailMessage.findMany({ where: { tenantId: mine.tenant.id }, orderBy: { id: 'asc' } })

beforeAll(async () => {
  server = await buildTestApp({ clock })
})
beforeEach(async () => {
  now = new Date('2027-03-08T10:00:00Z')
  mine = await server.tenant()
  await server.database.system.tenant.update({
    where: { id: mine.tenant.id },
    data: { timeZone: 'America/New_York', createdAt: now },
  })
  id = (await api.install('mail-digest')).IntegrationId ?? ''
})
afterAll(() => server.close())

describe('mail-digest', () => {
  test('mails what was added on the day before, in the time zone of the tenant', async () => {
    const days = [
      ...[
        ['Early', '2027-03-08T04:59:00Z'],
        ['Late', '2027-03-09T04:59:00Z'],
        ['Later', '2027-03-09T03:00:00Z'],
      ],
      ['Next', '2027-03-09T05:00:00Z'],
    ] as const
    for (const [firstName, at] of days)
      await addPerson(server.database, mine.tenant.id, {
        firstName,
        lastName: '<b>',
        displayName: `${firstName} <b>`,
        createdAt: new Date(at),
      })
    await api.configure(id, { Recipients: ['ada@h.example', 'Bea@h.example'], Lists: ['contacts', 'invoices'] })
    now = new Date('2027-03-09T12:00:00Z')
    expect(await api.run(id)).toMatchObject({ Status: 'Succeeded', Message: 'The digest was mailed to 2 recipients.' })
    const queued = await mails()
    expect(queued.map(({ toAddress }) => toAddress).sort()).toEqual(['Bea@h.example', 'ada@h.example'])
    expect(queued[0]?.data).toMatchObject({
      digest: {
        from: '2027-03-08',
        to: '2027-03-08',
        total: 2,
        text: 'Contacts: 2\n- Later <b>\n- Late <b>\n\nInvoices: 0',
      },
    })
    const sent: { subject: string; html: string }[] = []
    await sendMails(server, mine.tenant.id, async (mail) => void sent.push(mail as never))
    expect(sent[0]?.subject).toMatch(/^2 new records: /)
    expect(sent[0]?.html).toContain('Late &#60;b&#62;'.replaceAll('&#60;', '&lt;').replaceAll('&#62;', '&gt;'))
  })

  test('runs once a day at its hour, also if the nightly work is repeated', async () => {
    await api.configure(id, { Recipients: ['ada@h.example'], Hour: 6 })
    now = new Date('2027-03-09T06:00:00Z')
    await newDay()
    await server.database.system.dayMark?.deleteMany?.({ where: { tenantId: mine.tenant.id, name: nativeDays.name } })
    await newDay()
    const runs = await api.executions(id)
    expect(runs).toMatchObject([
      { Trigger: 'nightly', Number: '2027-03-09', Status: 'Pending', DueDate: '2027-03-09T11:00:00.000Z' },
    ])
    expect((await api.integration(id)).NextExecutionDate).toBe('2027-03-09T11:00:00.000Z')
  })

  test('covers the week or the month before, on its weekday or the first day of the month', async () => {
    const recipients = { Recipients: ['ada@h.example'] }
    await api.configure(id, { ...recipients, Schedule: 'Weekly', Weekday: 3 })
    for (const day of ['2027-03-09', '2027-03-10', '2027-03-11', '2027-03-17']) {
      now = new Date(`${day}T12:00:00Z`)
      await newDay()
    }
    expect((await api.executions(id)).map((run) => run.Number)).toEqual(['2027-03-17', '2027-03-10'])
    await api.configure(id, { ...recipients, Schedule: 'Monthly' })
    for (const day of ['2027-03-31', '2027-04-01', '2027-04-02']) {
      now = new Date(`${day}T12:00:00Z`)
      await newDay()
    }
    expect((await api.executions(id))[0]?.Number).toBe('2027-04-01')
    await api.retry(id)
    expect((await mails()).at(-1)?.data).toMatchObject({ digest: { to: expect.stringMatching(/^2027-0[34]/) } })
  })

  test('does not run while it is paused or without a schedule', async () => {
    const recipients = { Recipients: ['ada@h.example'] }
    now = new Date('2027-03-09T12:00:00Z')
    await api.configure(id, { ...recipients, IsPaused: true })
    await newDay()
    now = new Date('2027-03-10T12:00:00Z')
    await api.configure(id, { ...recipients, Schedule: 'Manual' })
    await newDay()
    expect(await api.executions(id)).toEqual([])
    expect((await api.integration(id)).IsPaused).toBe(false)
  })

  test('sends one mail to addresses that differ only in case', async () => {
    await api.configure(id, { Recipients: ['a@h.example', 'A@h.example'] })
    expect(await api.run(id)).toMatchObject({ Message: 'The digest was mailed to 1 recipient.' })
    expect(await mails()).toHaveLength(1)
  })

  test('counts the recipients who are mailed, and says how many are suppressed', async () => {
    const { system } = server.database
    const suppress = (addressKey: string) =>
      system.mailSuppression.create({
        data: { tenantId: mine.tenant.id, addressKey, category: '*', reason: 'bounced' },
      })
    await suppress('gone@h.example')
    await api.configure(id, { Recipients: ['ada@h.example', 'Gone@h.example'] })
    expect(await api.run(id)).toMatchObject({
      Status: 'Succeeded',
      Message: 'The digest was mailed to 1 recipient. 1 recipient is suppressed.',
    })
    await suppress('ada@h.example')
    expect(await api.run(id)).toMatchObject({
      Status: 'Failed',
      Message: 'No digest was mailed. 2 recipients are suppressed. Look into the list of mails for the reasons.',
    })
    expect((await mails()).map(({ status }) => status).sort()).toEqual(['queued', ...Array(3).fill('suppressed')])
  })

  test('says that no mail was sent if mails of its kind are switched off', async () => {
    const { system } = server.database
    const data = { tenantId: mine.tenant.id, templateKey: 'mail-digest', isOn: false, switchedAt: now }
    await system.mailSwitch.create({ data })
    await api.configure(id, { Recipients: ['ada@h.example'] })
    expect(await api.run(id)).toMatchObject({
      Status: 'Succeeded',
      Message: 'Mails of this kind are switched off, so that no mail was sent.',
    })
  })

  test('sends no mail if nothing was added and empty digests are skipped', async () => {
    await api.configure(id, { Recipients: ['ada@h.example'], SkipsEmpty: true })
    expect(await api.run(id)).toMatchObject({ Message: 'Nothing was added, so that no mail was sent.' })
    expect(await mails()).toEqual([])
  })
})
