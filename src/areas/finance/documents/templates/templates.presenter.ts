import type { DocumentTemplateEdit } from '#contract/finance/documents'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { DocumentTemplate } from '#prisma/client'
import { hasNewerVersion, isResettable } from '#services/templates/template-mark'
import { sampleText } from '#services/templates/template-variable'
import { builtInOf } from './templates.queries.ts'

export const presentTemplate = (scope: Scope, template: DocumentTemplate): DocumentTemplateEdit => {
  const builtIn = builtInOf(template.key)
  return {
    DocumentTemplateId: template.id,
    AuditId: template.auditId,
    Key: template.key,
    Name: builtIn.name,
    Description: builtIn.description,
    Html: template.html,
    PaperSize: paperSizeOf(template),
    BuiltInVersion: template.builtInVersion,
    IsEdited: template.isEdited,
    HasNewerVersion: hasNewerVersion(template, builtIn),
    BuiltIn: { Version: builtIn.version, Subject: null, Html: builtIn.html },
    Variables: builtIn.variables.map(({ name, about, sample }) => ({
      Name: name,
      Description: about,
      Sample: sampleText(sample),
    })),
    Actions: actionsOf(scope, template),
  }
}

const paperSizeOf = ({ paperSize }: DocumentTemplate): DocumentTemplateEdit['PaperSize'] =>
  paperSize === 'A4' || paperSize === 'Letter' ? paperSize : null

const actionsOf = (scope: Scope, template: DocumentTemplate): ('view' | 'edit' | 'reset')[] => {
  if (!hasGrant(scope, 'document-templates:write')) return ['view']
  return isResettable(template, builtInOf(template.key)) ? ['view', 'edit', 'reset'] : ['view', 'edit']
}
