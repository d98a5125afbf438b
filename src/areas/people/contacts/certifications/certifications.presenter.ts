import type { CertificationEdit, ContactCertificationEdit } from '#contract/people/contacts-details'
import type { Scope } from '#kernel/tenancy/scope'
import { todayOf } from '#kernel/time/day'
import { formatDay, presentPartActions } from '../contacts.presenter.ts'
import { calculateExpirationDate, calculatePercentComplete, deriveStatusOn, STATUS } from './certifications.model.ts'
import type { CertificationWithCount, WithCertification } from './certifications.queries.ts'

export const presentCertification = (certification: CertificationWithCount): CertificationEdit => ({
  CertificationId: certification.id,
  Name: certification.name,
  CertificationCompletionType: certification.completionTypeId as CertificationEdit['CertificationCompletionType'],
  RequiredAmount: certification.requiredAmount.toNumber(),
  RequireAdminReview: certification.requireAdminReview,
  ExpiresInMonths: certification.expiresInMonths,
  DocumentGenerationTemplateId: certification.documentTemplateId,
  SettingJson: certification.settingJson,
  ContactCount: certification._count.contacts,
})

/** Presents the certification of a contact with its status today, in the tenant's time zone. */
export const presentContactCertification = (
  scope: Scope,
  editable: ReadonlySet<number>,
  row: WithCertification,
): ContactCertificationEdit => {
  const today = todayOf(scope)
  const status = deriveStatusOn(row.certification, row.status, row.completedDate, today)
  const isCompleted = row.status === STATUS.completed
  return {
    CertificationContactId: row.id,
    AuditId: row.auditId,
    ContactId: row.contactId,
    CertificationId: row.certificationId,
    CertificationName: row.certification.name,
    Status: status as ContactCertificationEdit['Status'],
    StartDate: formatDay(row.startDate),
    CompletedDate: formatDay(row.completedDate),
    ExpirationDate: isCompleted ? formatDay(calculateExpirationDate(row.certification, row.completedDate)) : null,
    HoursEarned: row.hoursEarned.toNumber(),
    CreditsEarned: row.creditsEarned.toNumber(),
    PercentComplete: calculatePercentComplete(row.certification, row),
    Actions: presentPartActions(editable, row.contactId),
  }
}
