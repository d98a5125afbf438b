import type { Area } from '#areas/area'
import { changes } from '#kernel/outbox/event-kind'
import { presented } from '#kernel/records/record-shape'
import { documents } from './documents.routes.ts'
import { printoutFiles } from './printouts/printouts.files.ts'
import { oldPrintouts } from './printouts/printouts.job.ts'
import { documentTemplateEvents } from './templates/templates.events.ts'
import { presentTemplate as presentDocumentTemplate } from './templates/templates.presenter.ts'
import { getTemplate as getDocumentTemplate } from './templates/templates.queries.ts'
import { seedDocumentTemplates } from './templates/templates.seeds.ts'

export const documentsArea: Area = {
  routes: [documents],
  events: changes('documents', 'Document template', documentTemplateEvents),
  shapes: {
    'document-template': presented('document-templates:read', async (scope, id) =>
      presentDocumentTemplate(scope, await getDocumentTemplate(scope, id)),
    ),
  },
  files: printoutFiles,
  seeds: [seedDocumentTemplates],
  days: [oldPrintouts],
}
