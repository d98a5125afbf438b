import { Command, InvalidArgumentError } from 'commander'
import { runNightly } from '#areas/people/memberships/nightly-run/nightly-run.job'
import { findLastRun, getNightlySwitch } from '#areas/people/memberships/nightly-run/nightly-run.queries'
import { type NightlyPreview, previewNightlyRun } from '#areas/people/memberships/nightly-run/preview.queries'
import type { Scope } from '#kernel/tenancy/scope'
import { dayIn } from '#kernel/time/day'
import { UserError } from './failure.ts'
import { number, showProgress } from './progress.ts'
import { commandScope, findTenant, withSession } from './session.ts'

interface Options {
  tenant: string
  dryRun: boolean
  day?: string
  limit: number
}

const readDay = (text: string): string => {
  const day = new Date(`${text}T00:00:00Z`)
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text) {
    throw new InvalidArgumentError('It must be a day as in 2027-01-31.')
  }
  return text
}

const readLimit = (text: string): number => {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.')
  return Number(text)
}

export const membershipsCommand = (): Command => {
  const memberships = new Command('memberships').description('Look after memberships.')
  memberships
    .command('nightly')
    .description(
      'Do the nightly work of a tenant now: statuses follow the calendar; where it is switched on, notices are sent, ' +
        'renewals invoiced and memberships dropped. Stopped at any point, the same command does the rest.',
    )
    .requiredOption('--tenant <key>', 'key of the tenant')
    .option('--dry-run', 'list what would be done if it were switched on, and change nothing', false)
    .option('--day <day>', 'of a dry run: the day to look at (YYYY-MM-DD); today when not given', readDay)
    .option('--limit <number>', 'of a dry run: so many rows at most', readLimit, 100)
    .action(nightly)
  return memberships
}

const nightly = (options: Options): Promise<void> =>
  withSession(async (session) => {
    const scope = await commandScope(session, await findTenant(session, options.tenant))
    const today = dayIn(scope.tenant.timeZone, scope.clock.now())
    if (!options.dryRun && options.day !== undefined) throw new UserError('--day goes with --dry-run alone.')
    const day = options.day ?? today
    if (day < today) throw new UserError(`The day must not lie before today, ${today} for this tenant.`)
    await (options.dryRun ? preview(scope, day, options.limit) : run(scope))
  })

const preview = async (scope: Scope, day: string, limit: number): Promise<void> => {
  const found = await previewNightlyRun(scope, day, 0, limit)
  console.log(tableOf(found).join('\n'))
  const counts = Object.entries(found.counts).map(([name, count]) => `${number(count)} ${name}`)
  console.log(`${day}: ${counts.join(', ') || 'nothing to do'}. Nothing was changed.`)
  if (found.total > found.page.length) console.log(`The first ${number(limit)} of ${number(found.total)} are listed.`)
}

const tableOf = ({ page }: NightlyPreview): string[] => {
  const head = ['DUE', 'WHAT', 'MEMBERSHIP', 'TYPE', 'HOLDER', 'WHY']
  const rows = page.map(({ membership, effect, dueOn, reason }) =>
    [dueOn, effect, String(membership.id), membership.typeName, membership.contactName, reason].map(printable),
  )
  const all = rows.length > 0 ? [head, ...rows] : []
  const widths = head.map((_, at) => Math.min(40, Math.max(...all.map((row) => row[at]?.length ?? 0))))
  return all.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** What others wrote must not steer the terminal. */
const printable = (text: string): string => text.replace(/\p{Cc}/gu, ' ')

const run = async (scope: Scope): Promise<void> => {
  const { isOn } = await getNightlySwitch(scope)
  if (!isOn) console.log('It is switched off: statuses follow the calendar, nobody is told, invoiced or dropped.')
  const bar = showProgress('Memberships', 'memberships')
  try {
    await runNightly(scope, (done, total) => bar.update(done, total))
  } catch (error) {
    bar.fail('Stopped. What was done stays; the same command does the rest.')
    throw error
  }
  const report = await findLastRun(scope)
  bar.finish('Done. On this day, earlier runs included:')
  for (const [name, count] of Object.entries(report ?? {})) {
    if (name.endsWith('Count')) console.log(`  ${name.slice(0, -5).padEnd(16)} ${number(count as number).padStart(9)}`)
  }
}
