import { builtInTemplates } from '#kernel/mail/built-in/built-in-templates'
import type { TenantSeed } from '#kernel/tenancy/provision'
import { fold } from '#kernel/text/fold'

/** Creates the built-in templates in a new tenant, which can change them. */
export const seedMailTemplates: TenantSeed = async (tx, tenantId) => {
  await tx.mailTemplate.createMany({
    data: builtInTemplates.map(({ variables: _variables, isSecret: _isSecret, ...template }) => ({
      ...template,
      tenantId,
      nameKey: fold(template.name),
    })),
  })
}
