import { lockRows } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { DocumentTemplate } from '#prisma/client'
import { builtInDocuments } from '#services/documents/built-in/built-in-documents'
import { currentMark, type TemplateUpdate, updateOf } from '#services/templates/template-mark'
import { documentTemplateKind } from './templates.queries.ts'
import { createTemplate, updateTemplate } from './templates.service.ts'

/** Brings the templates of documents to the current built-in texts. Edited ones stay as they are. */
export const updateDocumentTemplates = async (scope: Scope, tx: Transaction): Promise<TemplateUpdate[]> => {
  const templates = await lockTemplates(scope, tx)
  const updates: TemplateUpdate[] = []
  for (const builtIn of Object.values(builtInDocuments)) {
    const { key, html } = builtIn
    const template = templates.get(key)
    const update = updateOf(builtIn, template)
    const data = { html, ...currentMark(builtIn), builtInVersion: builtIn.version }
    if (update.outcome === 'added') await createTemplate(scope, tx, key, data)
    if (update.outcome === 'updated' && template) await updateTemplate(scope, tx, template.id, data)
    updates.push(update)
  }
  return updates
}

const lockTemplates = async (scope: Scope, tx: Transaction): Promise<Map<string, DocumentTemplate>> => {
  const { tenantId } = scope.db
  const found = await tx.documentTemplate.findMany({ where: { tenantId }, select: { id: true } })
  const ids = await lockRows(
    scope,
    tx,
    documentTemplateKind,
    found.map(({ id }) => id),
  )
  const locked = await tx.documentTemplate.findMany({ where: { tenantId, id: { in: ids } } })
  return new Map(locked.map((template) => [template.key, template]))
}
