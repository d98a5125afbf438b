import type { EventMatchCandidate } from '#contract/events/event-sponsors'
import { type MatchCandidate, SUGGESTED_SCORE } from './candidates.model.ts'

/** Whether a candidate is taken for the same one. */
export const isSuggested = (candidate: MatchCandidate | undefined): candidate is MatchCandidate =>
  candidate !== undefined && candidate.score >= SUGGESTED_SCORE

/** Candidates, best first; the first one is proposed if its score reaches the threshold. */
export const presentCandidates = (candidates: readonly MatchCandidate[]): EventMatchCandidate[] =>
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
