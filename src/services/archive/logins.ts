import type { ClientBase } from 'pg'
import { createDisabledLogin, findLoginId, reserveLoginIds } from '../identity/logins.ts'
import type { Manifest } from './archive-format.ts'

/** What became of the seat of a person. */
export interface LoginOutcome {
  email: string
  /** Whether a login with this address was here already; a new one is disabled. */
  isKnown: boolean
}

/** Replaces the ids of logins in lines of records by those of this installation. */
export type LoginIds = (lines: readonly string[]) => Promise<string[]>

/** Ids of logins: actors of a history and of records, and seats. A quote within a text is preceded by a backslash. */
const LOGIN = /"login:(\d{1,10})"|"login_id":(\d{1,10})(?=[,}])/g

/**
 * Logins belong to the installation. A person keeps the seat by the address: with the login here, or with a new one that is
 * disabled. An id in the history whose login has no seat gets a new id, so that it never means another person.
 */
export const mapLogins = async (
  client: ClientBase,
  { logins }: Pick<Manifest, 'logins'>,
): Promise<{ outcomes: LoginOutcome[]; idOf: LoginIds }> => {
  const ids = new Map<string, number>()
  const outcomes: LoginOutcome[] = []
  for (const { id, email, name } of logins) {
    const known = await findLoginId(client, email)
    ids.set(String(id), known ?? (await createDisabledLogin(client, { email, displayName: name })))
    outcomes.push({ email, isKnown: known !== undefined })
  }
  const idOf: LoginIds = async (lines) => {
    const missing = new Set<string>()
    for (const line of lines) for (const [, actor, column] of line.matchAll(LOGIN)) missing.add(actor ?? column ?? '')
    const unknown = [...missing].filter((id) => !ids.has(id))
    const reserved = unknown.length > 0 ? await reserveLoginIds(client, unknown.length) : []
    for (const [at, id] of unknown.entries()) ids.set(id, reserved[at] as number)
    if (missing.size === 0) return [...lines]
    return lines.map((line) =>
      line.replace(LOGIN, (_all, actor?: string, column?: string) =>
        actor === undefined ? `"login_id":${ids.get(column ?? '')}` : `"login:${ids.get(actor)}"`,
      ),
    )
  }
  return { outcomes, idOf }
}
