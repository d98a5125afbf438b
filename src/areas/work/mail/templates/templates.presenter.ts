import type { MailTemplateEdit } from '#contract/work/mail'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { MailTemplate } from '#prisma/client'
import { variablesOf } from './templates.model.ts'

/** @param isInUse whether something uses the template, so that it cannot be deleted. */
export const presentTemplate = (scope: Scope, template: MailTemplate, isInUse: boolean): MailTemplateEdit => ({
  TemplateId: template.id,
  AuditId: template.auditId,
  Key: template.key,
  Name: template.name,
  Description: template.description,
  Subject: template.subject,
  Html: template.html,
  Text: template.text,
  Category: template.category,
  IsDesigned: template.isDesigned,
  Variables: variablesOf(template.key).map(({ name, about, sample }) => ({
    Name: name,
    Description: about,
    Sample: sample === null ? null : String(sample),
  })),
  Actions: actionsOf(scope, isInUse),
})

const actionsOf = (scope: Scope, isInUse: boolean): ('view' | 'edit' | 'delete')[] => {
  if (!hasGrant(scope, 'mail:write')) return ['view']
  return isInUse ? ['view', 'edit'] : ['view', 'edit', 'delete']
}
