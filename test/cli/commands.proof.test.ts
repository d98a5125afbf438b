import { expect, test } from 'vitest'
import { tenantSeeds } from '#areas/joined'
import { provisionTenant } from '#kernel/tenancy/provision'
import { loadDemo } from '#src/demo/load-demo'
import { useCommandBench } from './command-bench.ts'

const { database, guildhall } = useCommandBench()

test('rejects a new tenant with an unknown time zone', async () => {
  const made = await Promise.all(
    ['Mars/Base', '+01:00'].map((zone) => guildhall(`tenant create --key south --name South --time-zone ${zone}`)),
  )
  for (const { code, err } of made) {
    expect(code).toBe(1)
    expect(err).toContain('is not an IANA time zone such as Europe/Berlin')
  }
})

test('reads a password from standard input or a variable, and rejects a short one', async () => {
  const [piped, short, missing] = await Promise.all([
    guildhall('login create --tenant north --email a@north.example --password-stdin', {}, 'a long enough password\n'),
    guildhall('login create --tenant north --email b@north.example', { GUILDHALL_PASSWORD: 'short' }),
    guildhall('login create --tenant north --email c@north.example'),
  ])
  expect(piped).toMatchObject({ code: 0, err: '' })
  expect(short).toMatchObject({ code: 1, err: 'The password must have at least 12 characters\n' })
  expect(missing.err).toContain('GUILDHALL_PASSWORD')
  expect(await database().system.login.findMany({ select: { email: true } })).toEqual([{ email: 'a@north.example' }])
})

test('reports a fault of the user in one sentence with what to do, without a stack', async () => {
  const faults = await Promise.all([
    guildhall('key create --tenant nowhere --name x'),
    guildhall('key create --tenant north --name x --scopes contacts:everything'),
    guildhall('demo --contacts few'),
    guildhall('tenant list', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }),
    guildhall('tenant list', { PORT: 'many' }),
  ])
  const expected = [/tenant list/, /must be a scope/, /whole number/, /does not accept connections/, /PORT must be/]
  expected.forEach((words, at) => {
    expect(faults[at]?.err).toMatch(words)
    expect(faults[at]?.err).not.toMatch(/^\s+at /m)
    expect(faults[at]?.out).toBe('')
  })
  expect(faults.map(({ code }) => code)).toEqual([1, 1, 2, 1, 1])
})

test('shows the settings without their secrets', async () => {
  const { out } = await guildhall('config', { GUILDHALL_SECRET: 'a secret of more than 32 characters' })
  expect(out).toContain('GUILDHALL_SECRET=(set)')
  expect(out).not.toContain('more than 32')
})

test('shows mails in the terminal without their control characters', async () => {
  const tenant = await database().system.tenant.findFirstOrThrow({ where: { key: 'north' } })
  const mail = {
    tenantId: tenant.id,
    templateKey: 'membership-joined',
    toAddress: 'a@x.example',
    addressKey: 'a@x.example',
  }
  await database().system.mailMessage.createMany({
    data: [
      { ...mail, key: 'one', status: 'failed', reason: '550 no' },
      { ...mail, key: 'two', status: 'sent', subject: 'Hi \u001b[31m', text: 'Dear Ada\n\u001b[2Jbye', toName: 'Ada' },
    ],
  })
  const { id } = await database().system.mailMessage.findFirstOrThrow({ where: { key: 'two' } })
  const [all, failed, shown, none] = await Promise.all([
    guildhall('mail list'),
    guildhall('mail list --tenant north --status failed'),
    guildhall(`mail show ${id}`),
    guildhall('mail show 999999'),
  ])
  expect(all.out.trim().split('\n')).toHaveLength(2)
  expect(failed.out).toMatch(/failed {6}a@x\.example {2}one {2}\(550 no\)\n$/)
  expect(shown.out).toContain('To:          Ada <a@x.example>')
  expect(shown.out).toContain('\n\nDear Ada\n [2Jbye\n')
  expect(all.out + shown.out).not.toContain('\u001b')
  expect([none.code, none.err]).toEqual([1, 'Mail 999999 does not exist. List the mails: guildhall mail list\n'])
})

test('adds the missing part of a demonstration to a tenant with only its contacts, once', async () => {
  const tenant = await provisionTenant(database(), { key: 'show', name: 'Show' }, tenantSeeds)
  await loadDemo({ database: database(), tenant, contacts: 20, now: new Date() })
  const first = await guildhall('demo --tenant show --contacts 20')
  expect(first, first.err).toMatchObject({ code: 0 })
  expect(first.out + first.err).toContain('Added tasks, calendars and workflows to show.')
  const workflows = await database().system.workflow.findMany({
    where: { tenantId: tenant.id },
    orderBy: { name: 'asc' },
  })
  expect(workflows.map(({ name, isActive }) => [name, isActive])).toEqual([
    ['Chase renewals', false],
    ['Welcome to new members', true],
  ])
  const again = await guildhall('demo --tenant show --contacts 20')
  expect(again.out + again.err).toContain('Nothing to add: show already has these 20 contacts.')
})
