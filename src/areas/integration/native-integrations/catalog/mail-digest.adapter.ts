import type { Scope } from '#kernel/tenancy/scope'
import { isMailAddress } from '#kernel/text/mail-address'
import type { Day } from '#kernel/time/calendar'
import { dayIn } from '#kernel/time/day'
import { instantAt } from '#kernel/time/local-time'
import { type MailRequest, queueMail } from '#services/mail/queue-mail'
import { type SentList, sentLists } from '../lists/sent-lists.listing.ts'
import { readFirstRows } from '../lists/sent-lists.queries.ts'
import { type NativeApp, NativeFault, type NativeRun } from '../native-app.port.ts'
import { periodBefore, type Schedule, scheduleProperties } from './schedule.model.ts'

type DigestValues = Schedule & {
  Recipients: string[]
  Lists: string[]
  SkipsEmpty: boolean
}

/** Rows of a list that a mail names. */
const MAX_NAMED = 10

/** Mails what was added to lists. The key of each mail is the run and its recipient, so that a killed run sends none twice. */
export const mailDigest: NativeApp<DigestValues> = {
  id: 'mail-digest',
  name: 'Mail digest',
  description:
    'Mails how many records were added the day before, or in the week or month before, and the latest of them.',
  connector: null,
  formSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['Recipients'],
    properties: {
      Recipients: {
        type: 'array',
        items: { type: 'string', maxLength: 254 },
        minItems: 1,
        maxItems: 20,
        uniqueItems: true,
        title: 'Recipients',
        description: 'Mail addresses of the recipients.',
      },
      Lists: {
        type: 'array',
        items: { type: 'string', enum: [...sentLists.keys()] },
        minItems: 1,
        uniqueItems: true,
        title: 'Lists',
        description: 'The lists whose new records are counted.',
        default: ['contacts', 'memberships'],
      },
      SkipsEmpty: {
        type: 'boolean',
        title: 'Skip empty digests',
        description: 'Whether no mail is sent if nothing was added.',
        default: false,
      },
      ...scheduleProperties,
    },
  },
  isScheduled: true,
  eventPatterns: () => [],
  scopesOf: ({ Lists }) => [...new Set(listsOf(Lists).map(({ scope }) => scope))],
  findFaults: async (_scope, { Recipients }) =>
    Recipients.flatMap((address, at) =>
      isMailAddress(address) ? [] : [{ pointer: `/Recipients/${at}`, message: 'must be a mail address' }],
    ),
  run: async (run) => {
    const { scope, values } = run
    const today = dayIn(scope.tenant.timeZone, run.execution.createdAt)
    const { from, to } = periodBefore(values, today)
    const sections: Section[] = []
    for (const list of listsOf(values.Lists)) {
      sections.push(await readSection(scope, list, from, today))
      await run.progress(sections.length, values.Lists.length)
    }
    const total = sections.reduce((sum, { count }) => sum + count, 0)
    if (total === 0 && values.SkipsEmpty) return 'Nothing was added, so that no mail was sent.'
    const mails = distinctAddresses(values.Recipients).map((address) =>
      mailTo(run, address, { sections, total, from, to }),
    )
    const statuses = await scope.db.transaction(async (tx) => {
      await queueMail(scope, tx, mails)
      const where = { tenantId: scope.db.tenantId, key: { in: mails.map(({ key }) => key) } }
      return (await tx.mailMessage.findMany({ where, select: { status: true } })).map(({ status }) => status)
    })
    return outcomeOf(statuses)
  },
}

/**
 * Says how many recipients get the digest, by the statuses of its mails.
 *
 * @throws NativeFault if all are suppressed or have failed.
 */
const outcomeOf = (statuses: readonly string[]): string => {
  if (statuses.length === 0) return 'Mails of this kind are switched off, so that no mail was sent.'
  const suppressed = statuses.filter((status) => status === 'suppressed').length
  const failed = statuses.filter((status) => status === 'failed').length
  const mailed = statuses.length - suppressed - failed
  const others = [
    ...(suppressed === 0 ? [] : [`${recipients(suppressed)} ${suppressed === 1 ? 'is' : 'are'} suppressed.`]),
    ...(failed === 0 ? [] : [`The mails to ${recipients(failed)} failed.`]),
  ]
  if (mailed > 0) return [`The digest was mailed to ${recipients(mailed)}.`, ...others].join(' ')
  throw new NativeFault(['No digest was mailed.', ...others, 'Look into the list of mails for the reasons.'].join(' '))
}

const recipients = (count: number): string => (count === 1 ? '1 recipient' : `${count} recipients`)

/** Returns each address once. Those that differ only in case are one recipient. */
const distinctAddresses = (addresses: readonly string[]): string[] => [
  ...new Map(addresses.map((address) => [address.toLowerCase(), address])).values(),
]

const listsOf = (names: readonly string[]): SentList[] => names.flatMap((name) => sentLists.get(name) ?? [])

interface Section {
  count: number
  /** The number and the latest records, a line each. */
  text: string
}

/** @param end the day after the last one. */
const readSection = async (scope: Scope, list: SentList, from: Day, end: Day): Promise<Section> => {
  const selection = { filter: addedBetween(scope, list, from, end), columns: [list.label] }
  const { rows, total } = await readFirstRows(scope, list, selection, MAX_NAMED)
  const named = rows.map((row) => String(new Map(Object.entries(row)).get(list.label) ?? ''))
  const more = total > rows.length ? [`and ${total - rows.length} more`] : []
  return {
    count: total,
    text: [`${list.title}: ${total}`, ...[...named, ...more].map((line) => `- ${line}`)].join('\n'),
  }
}

/**
 * Returns the filter of rows that were added from a day to the day before another. Times are compared in the time zone
 * of the tenant.
 */
const addedBetween = (scope: Scope, { added, listing }: SentList, from: Day, end: Day): string => {
  const field = new Map(Object.entries(listing(scope).fields)).get(added)
  if (field?.type === 'date') return `${added} ge ${from} and ${added} lt ${end}`
  const at = (day: Day) => instantAt(scope.tenant.timeZone, day, '00:00').toISOString()
  return `${added} ge ${at(from)} and ${added} lt ${at(end)}`
}

interface Digest {
  sections: readonly Section[]
  total: number
  from: Day
  to: Day
}

const mailTo = (
  { execution }: NativeRun<DigestValues>,
  address: string,
  { sections, total, from, to }: Digest,
): MailRequest => ({
  key: `mail-digest:${execution.executionId}:${address.toLowerCase()}`,
  templateKey: 'mail-digest',
  to: { address, name: null, contactId: null },
  data: {
    digest: { from, to, total, text: sections.map(({ text }) => text).join('\n\n') },
  },
})
