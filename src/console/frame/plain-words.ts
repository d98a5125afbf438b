import { ADMIN_SCOPE, PLATFORM_SCOPE } from '#kernel/contract/scopes'
import type { CallProblem } from '#services/calls/call-operation'

const CHANGED =
  'It was changed by someone else since you opened the page. Look at it again, then repeat what you want to do.'

/** Problems whose text is for programs, in words for staff. The texts of all others are for people already. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['stale-audit-id', CHANGED],
  ['precondition-failed', CHANGED],
  ['already-matched', 'The person was matched by someone else, and is a contact now.'],
  [
    'possible-duplicate',
    'A contact that may be the same exists already. Look at the contacts that may be the same before you take it in as a new one.',
  ],
  ['rate-limited', 'There were too many requests in this minute. Wait a minute, then try again.'],
])

const SCOPE = /\b([a-z][a-z-]*:(?:read|write)|admin|platform)\b/

/** Returns what is wrong and what to do, without the names that only programs use. */
export const plainText = ({ code, detail }: Pick<CallProblem, 'code' | 'detail'>): string => {
  if (code === 'insufficient-scope') return lackingRight(SCOPE.exec(detail)?.[1])
  return WORDS.get(code) ?? detail
}

const lackingRight = (scope: string | undefined): string =>
  scope === undefined ? 'Your role does not allow this.' : `Your role does not allow you to ${rightInWords(scope)}.`

const AREAS: ReadonlyMap<string, string> = new Map([
  ['mail', 'mails'],
  ['logs', 'the log, background jobs and the ledger sync'],
  ['application-permissions', 'API keys and apps'],
  ['tenant-settings', 'the settings of the organization'],
  ['books', 'the books'],
])

/** Describes what scopes allow, one line for each area: "see and change webhooks". */
export const rightsInWords = (scopes: readonly string[]): string[] => {
  const held = new Set(scopes)
  return scopes.flatMap((scope) => {
    const [area, right] = scope.split(':')
    if (right === 'read' && held.has(`${area}:write`)) return []
    const words = rightInWords(scope)
    return [held.has(`${area}:read`) ? words.replace(/^change/, 'see and change') : words]
  })
}

/** Describes a scope: "change webhooks". */
export const rightInWords = (scope: string): string => {
  if (scope === ADMIN_SCOPE) return 'do everything'
  if (scope === PLATFORM_SCOPE) return 'manage the installation'
  const [area = '', right] = scope.split(':')
  return `${right === 'write' ? 'change' : 'see'} ${AREAS.get(area) ?? area.replaceAll('-', ' ')}`
}
