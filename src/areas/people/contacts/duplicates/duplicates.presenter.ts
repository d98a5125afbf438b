import type { DuplicateCandidate } from '#contract/people/contacts-saving'
import type { Candidate } from './duplicates.sql.ts'

export const presentCandidate = (candidate: Candidate): DuplicateCandidate => ({
  ContactId: candidate.contact_id,
  SystemContactTypeId: candidate.system_type_id,
  Name: candidate.name,
  Score: candidate.score,
  MatchedFields: [
    ...(candidate.by_first_name ? (['FirstName'] as const) : []),
    ...(candidate.by_last_name ? (['LastName'] as const) : []),
    ...(candidate.by_organization_name ? (['OrganizationName'] as const) : []),
    ...(candidate.by_email ? (['EmailAddress'] as const) : []),
  ],
})
