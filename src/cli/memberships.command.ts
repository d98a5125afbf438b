import { Command, InvalidArgumentError } from 'commander'
import { runNightly } from '#areas/people/memberships/nightly-run/nightly-run.job'
import {
  findLastRun,
  getNightlySwitch,
  type NightlyPreview,
  previewNightlyRun,
} from '#areas/people/memberships/nightly-run/nightly-run.queries'
import type { Scope } from '#kernel/tenancy/scope'
import { todayOf } from '#kernel/time/day'
import { readDay } from './day.ts'
import { UserError } from './failure.ts'
import { printable } from './printable.ts'
import { number, showProgress } from './progress.ts'
import { commandScope, findTenant, withSession } from './session.ts'

interface Options {
  tenant: string
  dryRun: boolean
  day?: string
  limit: number
}

const readLimit = (text: string): number => {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 9999999.')
  return Number(text)
}

export const membershipsCommand = (): Command => {
  const memberships = new Command('memberships').description('Manage memberships.')
  memberships
    .command('nightly')
    .description(
      'Start the nightly run of a tenant now: update statuses and, if it is switched on, send notices, invoice ' +
        'renewals and drop memberships. If it stops, run the same command again to continue.',
    )
    .requiredOption('--tenant <key>', 'key of the tenant')
    .option('--dry-run', 'list what the run would do if it were switched on, and change nothing', false)
    .option('--day <day>', 'day of the dry run (YYYY-MM-DD); today if absent', readDay)
    .option('--limit <number>', 'maximum number of rows of the dry run', readLimit, 100)
    .action(nightly)
  return memberships
}

const nightly = (options: Options): Promise<void> =>
  withSession(async (session) => {
    const scope = await commandScope(session, await findTenant(session, options.tenant))
    const today = todayOf(scope)
    if (!options.dryRun && options.day !== undefined) throw new UserError('--day requires --dry-run.')
    const day = options.day ?? today
    if (day < today) throw new UserError(`The day must not be before today, which is ${today} for this tenant.`)
    await (options.dryRun ? showPreview(scope, day, options.limit) : run(scope))
  })

const showPreview = async (scope: Scope, day: string, limit: number): Promise<void> => {
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

const run = async (scope: Scope): Promise<void> => {
  const { isOn } = await getNightlySwitch(scope)
  if (!isOn) console.log('The nightly run is switched off: it only updates statuses.')
  const bar = showProgress('Memberships', 'memberships')
  try {
    await runNightly(scope, (done, total) => bar.update(done, total))
  } catch (error) {
    bar.fail('Stopped. Committed work is saved. Run the same command again to continue.')
    throw error
  }
  const report = await findLastRun(scope)
  bar.finish('Done. Counts of this day, including earlier runs:')
  for (const [name, count] of Object.entries(report ?? {})) {
    if (name.endsWith('Count')) console.log(`  ${name.slice(0, -5).padEnd(16)} ${number(count as number).padStart(9)}`)
  }
}
