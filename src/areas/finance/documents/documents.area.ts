import type { Area } from '#areas/area'
import { changes } from '#kernel/outbox/event-kind'
import { presented } from '#kernel/records/record-shape'
import type { TenantSeed } from '#kernel/tenancy/provision'
import { Prisma } from '#prisma/client'
import { builtInDocuments } from '#services/documents/built-in/built-in-documents'
import type { FileOwner } from '#services/files/file-owner'
import { documentTemplateEvents } from './documents.events.ts'
import { documents } from './documents.routes.ts'
import { oldPrintouts } from './printouts/printouts.job.ts'
import { CERTIFICATE_PRINTOUT, PRINTOUT } from './printouts/printouts.model.ts'
import { unshownFailure } from './printouts/sending.service.ts'
import { presentTemplate as presentDocumentTemplate } from './templates/templates.presenter.ts'
import { getTemplate as getDocumentTemplate } from './templates/templates.queries.ts'

/** Printouts own their HTML and PDF. */
const printoutFiles: readonly FileOwner[] = [
  {
    kind: PRINTOUT,
    remedy: 'The file is a printed document of the books. It is deleted some days later, unless it was mailed.',
    scope: 'books:read',
    rows: (tenantId) => Prisma.sql`SELECT p.id, p.name FROM printout p
      WHERE p.tenant_id = ${tenantId}::integer AND p.kind <> 'certificate'`,
  },
  {
    kind: CERTIFICATE_PRINTOUT,
    remedy: 'The file is a certificate of attendance. It is deleted some days later, unless it was mailed.',
    scope: 'event-registrations:read',
    rows: (tenantId) => Prisma.sql`SELECT p.id, p.name FROM printout p
      WHERE p.tenant_id = ${tenantId}::integer AND p.kind = 'certificate'`,
  },
]

/** Creates the built-in document templates in a new tenant, which can change them. */
const seedDocumentTemplates: TenantSeed = async (tx, tenantId) => {
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

export const documentsArea: Area = {
  routes: [documents],
  events: changes('documents', 'Document template', documentTemplateEvents),
  shapes: {
    'document-template': presented('document-templates:read', async (scope, id) =>
      presentDocumentTemplate(scope, await getDocumentTemplate(scope, id)),
    ),
  },
  failures: [unshownFailure],
  files: printoutFiles,
  seeds: [seedDocumentTemplates],
  days: [oldPrintouts],
}
