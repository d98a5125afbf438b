import type { RateCredential, RateLimits } from '#contract/integration/tenant-settings'
import { type Html, html } from '#services/pages/html'
import { lineChart } from '../charts/line-chart.ts'
import type { ConsoleUser } from '../frame/user.ts'
import type { View } from '../frame/view.ts'
import { badge } from '../parts/badge.ts'
import { facts, panel } from '../parts/facts.ts'
import { count } from '../parts/numbers.ts'
import { empty, table } from '../parts/table.ts'
import { time } from '../parts/times.ts'

export const limitsView = (user: ConsoleUser, limits: RateLimits): View => {
  const now = limits.Minutes.at(-1)?.Used ?? 0
  return {
    title: 'Rate limits',
    lead: 'Each request takes tokens, expensive ones more. A request beyond a limit is rejected, and can be sent again a minute later.',
    content: html`${panel(
      'Limits per minute',
      facts([
        ['All credentials together', `${count(limits.TenantLimit)} tokens`],
        ['Each credential', `${count(limits.CredentialLimit)} tokens`],
        ['An address without a credential', `${count(limits.AddressLimit)} tokens`],
        ['Used in this minute', html`${count(now)} tokens ${usage(now, limits.TenantLimit)}`],
      ]),
    )}${panel('The last 60 minutes', minuteChart(user, limits))}${panel(
      'Credentials',
      limits.Credentials.length > 0 ? credentialTable(user, limits) : NOTHING,
    )}`,
  }
}

const NOTHING = empty(
  'No use and no rejections',
  'No credential uses tokens now, and none was rejected in the last 7 days.',
)

const usage = (used: number, limit: number): Html | false =>
  used * 10 >= limit * 8 && badge(used >= limit ? 'Exceeded' : 'Nearly used up', used >= limit ? 'bad' : 'warn')

const minuteChart = ({ timeZone }: ConsoleUser, { Minutes }: RateLimits): Html => {
  const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone })
  return lineChart({
    id: 'minutes',
    title: 'Tokens used by minute',
    categoryTitle: 'Minute',
    format: count,
    summary: 'For each of the last 60 minutes: the tokens that all credentials have used.',
    categories: Minutes.map(({ StartDate }) => format.format(new Date(StartDate))),
    series: [{ name: 'Tokens', values: Minutes.map(({ Used }) => Used) }],
  })
}

const credentialTable = (user: ConsoleUser, { Credentials, CredentialLimit }: RateLimits): Html =>
  table({
    caption: 'Credentials',
    rows: Credentials,
    columns: [
      {
        title: 'Credential',
        cell: ({ Name, Credential }) => html`${Name ?? Credential}<span class="sub">${Credential}</span>`,
      },
      {
        title: 'Used in this minute',
        kind: 'number',
        cell: ({ Used }: RateCredential) => html`${count(Used)} ${usage(Used, CredentialLimit)}`,
      },
      { title: 'Rejected in 7 days', kind: 'number', cell: ({ RejectedCount }) => count(RejectedCount) },
      { title: 'Last rejected', cell: ({ LastRejectedDate }) => time(LastRejectedDate, user) },
    ],
  })
