import type { MailTemplateEdit } from '#contract/work/mail'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { MailTemplate } from '#prisma/client'
import { hasNewerVersion, isResettable } from '#services/templates/template-mark'
import { sampleText } from '#services/templates/template-variable'
import { findBuiltInTexts, kindOf, variablesOf } from './templates.model.ts'

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
  Kind: kindOf(template.key),
  BuiltInVersion: template.builtInVersion,
  IsEdited: template.isEdited,
  HasNewerVersion: hasNewerVersion(template, findBuiltInTexts(template.key)),
  BuiltIn: presentBuiltIn(template.key),
  Variables: variablesOf(template.key).map(({ name, about, sample }) => ({
    Name: name,
    Description: about,
    Sample: sampleText(sample),
  })),
  Actions: actionsOf(scope, template, isInUse),
})

const presentBuiltIn = (key: string | null): MailTemplateEdit['BuiltIn'] => {
  const builtIn = findBuiltInTexts(key)
  if (!builtIn) return null
  const { version, subject, html } = builtIn
  return { Version: version, Subject: subject, Html: html }
}

type TemplateAction = 'view' | 'edit' | 'reset' | 'delete'

const actionsOf = (scope: Scope, template: MailTemplate, isInUse: boolean): TemplateAction[] => {
  if (!hasGrant(scope, 'mail:write')) return ['view']
  const actions: TemplateAction[] = ['view', 'edit']
  if (isResettable(template, findBuiltInTexts(template.key))) actions.push('reset')
  if (!isInUse) actions.push('delete')
  return actions
}
