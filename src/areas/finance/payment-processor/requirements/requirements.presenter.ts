import type { PayprocRequirement, RequirementsDetails } from '#contract/finance/payment-processor'
import { escapeHtml } from '#services/html/escape-html'
import type { GatewayAccount } from '../accounts/accounts.queries.ts'
import type { Requirements } from '../payment-processor.port.ts'
import { requirementsOf } from './requirements.model.ts'

/** For callers that may not manage the accounts. */
export const HIDDEN_REQUIREMENTS: RequirementsDetails = {
  FutureRequirementsMessage: null,
  RequirementsMessage: null,
  UpdateInstructions: null,
  CurrentDeadline: null,
  FutureAccountListHtml: null,
  AccountListHtml: null,
  FutureAccountList: [],
  AccountList: [],
  HasAccess: false,
}

export const presentRequirements = (accounts: readonly GatewayAccount[]): RequirementsDetails => {
  const now = accounts.flatMap((account) => presentNow(account)).sort(byDeadline)
  const later = accounts.flatMap((account) => presentLater(account)).sort(byDeadline)
  const [first] = now.flatMap(({ Deadline }) => Deadline ?? [])
  return {
    FutureRequirementsMessage: messageOf(later, 'will need attention'),
    RequirementsMessage: messageOf(now, now.length === 1 ? 'needs attention' : 'need attention'),
    UpdateInstructions:
      now.length + later.length === 0
        ? null
        : 'Supply what is missing on the page of the processor (UpdateUrl), or upload the documents that are listed.',
    CurrentDeadline: first ?? null,
    FutureAccountListHtml: htmlOf(later),
    AccountListHtml: htmlOf(now),
    FutureAccountList: later,
    AccountList: now,
    HasAccess: true,
  }
}

const presentNow = (account: GatewayAccount): PayprocRequirement[] => {
  const { currentlyDue, pastDue, deadline, disabledReason, updateUrl } = requirementsOf(account)
  const isNothing = currentlyDue.length + pastDue.length === 0 && disabledReason === null
  return isNothing ? [] : [presentOne(account, { currentlyDue, pastDue, deadline, disabledReason, updateUrl })]
}

const presentLater = (account: GatewayAccount): PayprocRequirement[] => {
  const { futureDue, futureDeadline, updateUrl } = requirementsOf(account)
  if (futureDue.length === 0) return []
  const later = { currentlyDue: futureDue, pastDue: [], deadline: futureDeadline, disabledReason: null, updateUrl }
  return [presentOne(account, later)]
}

const presentOne = (
  { uid, gateway }: GatewayAccount,
  due: Pick<Requirements, 'currentlyDue' | 'pastDue' | 'deadline' | 'disabledReason' | 'updateUrl'>,
): PayprocRequirement => ({
  AccountId: uid,
  GatewayName: gateway.name,
  CurrentlyDue: due.currentlyDue,
  PastDue: due.pastDue,
  Deadline: due.deadline,
  DisabledReason: due.disabledReason,
  UpdateUrl: due.updateUrl,
})

/** Orders by deadline. Those without a date come last. */
const byDeadline = (one: PayprocRequirement, other: PayprocRequirement): number =>
  (one.Deadline ?? '9').localeCompare(other.Deadline ?? '9')

const messageOf = (rows: readonly PayprocRequirement[], what: string): string | null => {
  if (rows.length === 0) return null
  const [deadline] = rows.flatMap(({ Deadline }) => Deadline ?? [])
  const by = deadline ? ` by ${deadline.slice(0, 10)}` : ''
  return `${rows.length} ${rows.length === 1 ? 'account' : 'accounts'} ${what}${by}.`
}

const htmlOf = (rows: readonly PayprocRequirement[]): string | null => {
  if (rows.length === 0) return null
  const lines = rows.map(({ GatewayName, CurrentlyDue, PastDue }) => {
    const due = [...new Set([...PastDue, ...CurrentlyDue])].map((name) => name.replaceAll(/[._]/g, ' ')).join(', ')
    return `<li>${escapeHtml(`${GatewayName}: ${due}`)}</li>`
  })
  return `<ul>${lines.join('')}</ul>`
}
