import type { TenantSeed } from '#kernel/tenancy/provision'
import { fold } from '#kernel/text/fold'
import { builtInTemplates } from '#services/mail/built-in/built-in-templates'
import { currentMark } from '#services/templates/template-mark'

/** Creates the built-in templates in a new tenant, which can change them. */
export const seedMailTemplates: TenantSeed = async (tx, tenantId) => {
  await tx.mailTemplate.createMany({
    data: builtInTemplates.map(({ key, name, description, category, subject, html, version }) => ({
      tenantId,
      key,
      name,
      nameKey: fold(name),
      description,
      category,
      subject,
      html,
      ...currentMark({ version }),
    })),
  })
}
