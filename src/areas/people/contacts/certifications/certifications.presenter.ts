import type { CertificationEdit } from '#contract/people/contacts-details'
import type { CertificationWithCount } from './certifications.service.ts'

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
