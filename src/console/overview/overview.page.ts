import type { TenantLogRow } from '#contract/integration/logs'
import { type Html, html } from '#services/pages/html'
import { sectionsOf } from '../frame/navigation.ts'
import { addressOf, type ConsoleUser } from '../frame/user.ts'
import type { View } from '../frame/view.ts'
import { eventTable } from '../log/event-table.ts'
import { panel } from '../parts/facts.ts'
import { link } from '../parts/forms.ts'
import { count } from '../parts/numbers.ts'
import { empty } from '../parts/table.ts'
import type { CheckResult } from './checks.ts'

/** @param events the latest warnings and errors; undefined if the user may not read the log. */
export const overviewView = (
  user: ConsoleUser,
  checks: readonly CheckResult[],
  events: readonly TenantLogRow[] | undefined,
): View => {
  const problems = checks.filter(({ tile }) => tile?.tone === 'bad').length
  return {
    title: 'Overview',
    lead: leadOf(user, checks.length, problems),
    content: html`${checks.length > 0 && html`<div class="tiles">${checks.map((check) => tileOf(user, check))}</div>`}${
      events &&
      panel(
        'Problems of the last 7 days',
        events.length > 0 ? eventTable(user, 'Problems', events) : NO_PROBLEMS,
        link(user, '/log?level=Warning', 'All problems'),
      )
    }`,
  }
}

const NO_PROBLEMS = empty('No problems', 'Nothing has failed in the last 7 days.')

const leadOf = (user: ConsoleUser, checks: number, problems: number): string => {
  if (checks === 0) {
    const areas = sectionsOf(user).flatMap(({ sections }) => sections).length
    return areas > 1
      ? 'Choose a section from the menu.'
      : 'Your role has no access to the sections of the console. Ask an administrator of your organization.'
  }
  return problems === 0 ? 'Nothing needs your attention.' : 'What needs your attention is red.'
}

const tileOf = ({ tenant }: ConsoleUser, { name, tile }: CheckResult): Html =>
  tile
    ? html`<a class="tile ${tile.tone}" href="${addressOf(tenant.key, tile.path)}"><b>${count(tile.value)}</b><span>${tile.text}</span></a>`
    : html`<div class="tile"><b>–</b><span>${name}: not available right now</span></div>`
