import { builtInTemplates } from '../../../../kernel/mail/built-in/built-in-templates.ts'
import type { TenantSeed } from '../../../../kernel/tenancy/provision.ts'
import { fold } from '../../../../kernel/text/fold.ts'

/** The product's own templates, for the tenant to change. */
export const seedMailTemplates: TenantSeed = async (tx, tenantId) => {
  await tx.mailTemplate.createMany({
    data: builtInTemplates.map(({ variables: _variables, ...template }) => ({
      ...template,
      tenantId,
      nameKey: fold(template.name),
    })),
  })
}
