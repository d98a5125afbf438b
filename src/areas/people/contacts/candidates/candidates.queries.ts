import type { EventMatchCandidate } from '#contract/events/event-sponsors'
import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { foldedWords } from '#kernel/text/fold'
import { parseEmail } from '../contacts.input.ts'
import { makeNameKey, makeOrganizationNameForm, makeOrganizationNameKey } from '../duplicates/duplicates.model.ts'
import { buildWholeWordsQuery } from '../search-tokens.model.ts'
import {
  type EnteredParty,
  type FoundContact,
  type MatchCandidate,
  SUGGESTED_SCORE,
  scoreCandidates,
} from './candidates.model.ts'
import { type SearchedKeys, similarOrganizationsSql, similarPersonsSql } from './candidates.sql.ts'
import { nicknamesOf } from './name-similarity.model.ts'

/** Returns whether a candidate is taken for the same one. */
const isSuggested = (candidate: MatchCandidate | undefined): candidate is MatchCandidate =>
  candidate !== undefined && candidate.score >= SUGGESTED_SCORE

/** Presents candidates, best first; the first one is proposed if its score reaches the threshold. */
const presentCandidates = (candidates: readonly MatchCandidate[]): EventMatchCandidate[] =>
  candidates.map((candidate, at) => {
    const { id, name, emailAddress, phone, city, stateProvince } = candidate.contact
    return {
      ContactId: id,
      Name: name,
      EmailAddress: emailAddress,
      Phone: phone,
      City: city,
      StateProvince: stateProvince,
      Score: candidate.score,
      Reasons: candidate.reasons,
      IsSuggested: at === 0 && isSuggested(candidate),
    }
  })

export { type EnteredParty, isSuggested, type MatchCandidate, presentCandidates, SUGGESTED_SCORE }

/** Returns whether two names of organizations are the same by the rule of duplicates. */
export const isSameOrganization = (one: string | null, other: string | null): boolean =>
  makeOrganizationNameForm(one) !== null && makeOrganizationNameForm(one) === makeOrganizationNameForm(other)

/** Contacts that are proposed at most. */
const MAX_CANDIDATES = 10
/** Letters at the beginning of a name that a typing error leaves. */
const LAST_NAME_LETTERS = 2
const ORGANIZATION_LETTERS = 4
/** Words of an organization's name that are looked up; common ones find thousands. */
const MAX_WORDS = 3
const MIN_WORD_LETTERS = 4
const MIN_PHONE_DIGITS = 7

/** Words of many names, which distinguish no organization. */
const COMMON_WORDS = new Set(
  `association associates center centre club college community company consulting council county department design
  development education enterprises federation financial foundation global group health holding holdings home house industries
  institute international league life management media medical national partners products public regional resources
  sales school service services social society solutions state studio systems technologies technology trade union united
  university verband verein works world`.split(/\s+/),
)

/**
 * Finds the contacts that a person or an organization on a form may be, best first, at most 10: by names, email address and
 * phone number. Contacts that are deleted, merged or not in lists are no candidates.
 */
export const findMatchCandidates = async (
  { db }: Pick<Scope, 'db'>,
  runner: SqlRunner,
  entered: EnteredParty,
): Promise<MatchCandidate[]> => {
  const keys = keysOf(db.tenantId, entered)
  const query = entered.systemTypeId === 1 ? personQuery(keys, entered) : organizationQuery(keys, entered)
  return query ? scoreCandidates(entered, await runner.rows<FoundContact>(query), MAX_CANDIDATES) : []
}

const keysOf = (tenantId: number, { emailAddress, phone }: EnteredParty): SearchedKeys => {
  const email = emailAddress ? parseEmail(emailAddress) : null
  const digits = (phone ?? '').replace(/\D/g, '')
  return {
    tenantId,
    emailKeys: email ? [email.key] : [],
    phoneQuery: digits.length < MIN_PHONE_DIGITS ? null : buildWholeWordsQuery(tenantId, [digits.slice(-10)]),
  }
}

/** Returns the range of all texts that begin with the first letters of a key. */
const rangeOf = (key: string, letters: number): [from: string, to: string] => {
  const from = [...key].slice(0, letters).join('')
  return [from, `${from}\u{10ffff}`]
}

const personQuery = (keys: SearchedKeys, { firstName, lastName }: EnteredParty) => {
  const first = makeNameKey(firstName) ?? ''
  const last = makeNameKey(lastName) ?? ''
  if (!first && !last) return undefined
  const [lastFrom, lastTo] = rangeOf(last, LAST_NAME_LETTERS)
  return similarPersonsSql({ ...keys, first, firstForms: nicknamesOf(first), last, lastFrom, lastTo })
}

const organizationQuery = (keys: SearchedKeys, { organizationName }: EnteredParty) => {
  const key = makeOrganizationNameKey(organizationName)
  if (!key) return undefined
  const [nameFrom, nameTo] = rangeOf(key, ORGANIZATION_LETTERS)
  const words = foldedWords(organizationName ?? '')
    .filter((word) => word.length >= MIN_WORD_LETTERS && !COMMON_WORDS.has(word))
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_WORDS)
  return similarOrganizationsSql({ ...keys, nameFrom, nameTo, wordQuery: buildWholeWordsQuery(keys.tenantId, words) })
}
