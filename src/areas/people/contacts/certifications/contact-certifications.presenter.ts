import type { ContactCertificationEdit } from '#contract/people/contacts-details'
import type { Scope } from '#kernel/tenancy/scope'
import { dayIn } from '#kernel/time/day'
import { writeDay } from '../contact-parts.input.ts'
import { detailActions } from '../part-actions.ts'
import { expirationDate, percentComplete, STATUS, statusOn } from './certifications.model.ts'
import type { WithCertification } from './contact-certifications.queries.ts'

/** As it stands today in the tenant's time zone. */
export const presentContactCertification = (scope: Scope, row: WithCertification): ContactCertificationEdit => {
  const today = dayIn(scope.tenant.timeZone, scope.clock.now())
  const status = statusOn(row.certification, row.status, row.completedDate, today)
  const isCompleted = row.status === STATUS.completed
  return {
    CertificationContactId: row.id,
    AuditId: row.auditId,
    ContactId: row.contactId,
    CertificationId: row.certificationId,
    CertificationName: row.certification.name,
    Status: status as ContactCertificationEdit['Status'],
    StartDate: writeDay(row.startDate),
    CompletedDate: writeDay(row.completedDate),
    ExpirationDate: isCompleted ? writeDay(expirationDate(row.certification, row.completedDate)) : null,
    HoursEarned: row.hoursEarned.toNumber(),
    CreditsEarned: row.creditsEarned.toNumber(),
    PercentComplete: percentComplete(row.certification, row),
    Actions: detailActions(scope),
  }
}
