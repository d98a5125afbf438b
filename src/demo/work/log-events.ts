import type { Scope } from '#kernel/tenancy/scope'
import { addLogEvents, type LogEvent } from '#services/tenant-log/log-events'
import type { Cast } from './cast.ts'

const HOUR_MS = 3_600_000

type Told = Omit<LogEvent, 'occurredAt' | 'entityType' | 'entityKey'> & { hoursAgo: number; about?: number }

/** What a mail relay, a nightly export and the web pages of the office have reported in the last weeks. */
const EVENTS: readonly Told[] = [
  {
    hoursAgo: 2,
    level: 'Warning',
    logType: 'Mail',
    message: 'The mail address was refused by its mail system',
    source: 'MailRelay',
    destination: 'mx.harbor.example',
    alternateName: 'Newsletter 41',
    sourceType: 'External',
    tags: ['mail', 'bounce'],
    details: '550 5.1.1 <old-address@harbor.example>: unknown user',
    about: 0,
  },
  {
    hoursAgo: 9,
    level: 'Information',
    logType: 'Export',
    message: 'The nightly export is complete: 412 rows',
    source: 'Exporter',
    destination: 'Print shop',
    alternateName: 'Member cards',
    sourceType: 'Scheduled',
    tags: ['nightly'],
    details: '{"rows":412,"seconds":3.8}',
  },
  {
    hoursAgo: 20,
    level: 'Error',
    logType: 'Browser',
    message: 'TypeError: total is undefined',
    source: 'join-form',
    alternateName: 'Join us',
    sourceType: 'Browser',
    tags: ['page'],
    details: 'Page: https://www.harbor.example/join\nat render (join.js:41:12)',
  },
  {
    hoursAgo: 33,
    level: 'Fatal',
    logType: 'Export',
    message: 'The print shop did not accept the nightly export',
    source: 'Exporter',
    destination: 'Print shop',
    alternateName: 'Member cards',
    sourceType: 'Scheduled',
    tags: ['nightly', 'retry'],
    details: 'connection refused after 3 attempts',
  },
  {
    hoursAgo: 57,
    level: 'Debug',
    logType: 'Import',
    message: 'A row without an email address was skipped',
    source: 'Importer',
    alternateName: 'Spring fair',
    sourceType: 'Manual',
    tags: ['csv'],
    about: 1,
  },
  {
    hoursAgo: 58,
    level: 'Information',
    logType: 'Import',
    message: '38 participants of the spring fair were imported',
    source: 'Importer',
    alternateName: 'Spring fair',
    sourceType: 'Manual',
    tags: ['csv'],
    details: '{"imported":38,"skipped":1}',
  },
  {
    hoursAgo: 200,
    level: 'Verbose',
    logType: 'Mail',
    message: 'The newsletter was passed on to the mail relay',
    source: 'MailRelay',
    alternateName: 'Newsletter 40',
    sourceType: 'External',
    tags: ['mail'],
  },
]

/** Adds events of external systems to the log. */
export const loadLogEvents = async (scope: Scope, { newcomers }: Cast): Promise<void> => {
  const now = scope.clock.now().getTime()
  const events = EVENTS.map(({ hoursAgo, about, ...event }): LogEvent => {
    const contact = about === undefined ? undefined : newcomers[about]
    return {
      ...event,
      occurredAt: new Date(now - hoursAgo * HOUR_MS),
      ...(contact !== undefined && { entityType: 'contact', entityKey: String(contact) }),
    }
  })
  await scope.db.transaction((tx) => addLogEvents(scope, tx, events))
}
