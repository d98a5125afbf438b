import type { TenantSeed } from '#kernel/tenancy/provision'
import { builtInDocuments } from '#services/documents/built-in/built-in-documents'

/** Creates the built-in document templates in a new tenant, which can change them. */
export const seedDocumentTemplates: TenantSeed = async (tx, tenantId) => {
  await tx.documentTemplate.createMany({
    data: Object.values(builtInDocuments).map(({ key, html, version }) => ({
      tenantId,
      key,
      html,
      builtInVersion: version,
      isEdited: false,
    })),
  })
}
