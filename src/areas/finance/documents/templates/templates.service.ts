import type { DocumentTemplateEditInput } from '#contract/finance/documents'
import { badInput, conflict, Problem } from '#kernel/errors/problem'
import { lockRecord, lockRows } from '#kernel/records/lock'
import { CHANGED, prepareAndSave } from '#kernel/records/prepared-save'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION } from '#kernel/records/record-kind'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { isVisible } from '#kernel/text/one-line'
import type { DocumentTemplate } from '#prisma/client'
import { builtInDocuments } from '#services/documents/built-in/built-in-documents'
import { parseBuiltInVersion } from '#services/templates/mark-input'
import {
  currentMark,
  isResettable,
  markAfterSave,
  type TemplateUpdate,
  updateOf,
} from '#services/templates/template-mark'
import { builtInOf, documentTemplateKind, getTemplate, renderSample } from './templates.queries.ts'

type DocumentTemplateData = Pick<DocumentTemplate, 'html' | 'paperSize' | 'builtInVersion' | 'isEdited'>

/** Parses a template. A field that is left out keeps its value. @throws 400. */
const parseTemplate = (input: DocumentTemplateEditInput, current: DocumentTemplate): DocumentTemplateData => {
  const html = input.Html === undefined ? current.html : input.Html
  if (html === null || !isVisible(html)) throw badInput('/Html', 'is required and must not be blank')
  const builtIn = builtInOf(current.key)
  const basis = parseBuiltInVersion(input.BuiltInVersion, builtIn)
  const { builtInVersion, isEdited } = markAfterSave({ html }, current, builtIn, basis)
  return {
    html,
    paperSize: input.PaperSize === undefined ? current.paperSize : input.PaperSize,
    builtInVersion: builtInVersion ?? builtIn.version,
    isEdited,
  }
}

/**
 * Changes a template. A template that cannot be rendered is rejected.
 *
 * @throws 400, 404, 409 stale-audit-id, 412, 422 template-fault.
 */
export const saveTemplate = (
  scope: Scope,
  id: number,
  input: DocumentTemplateEditInput,
  expected: ExpectedVersion,
): Promise<DocumentTemplate> =>
  prepareAndSave(
    () => getTemplate(scope, id),
    (before) => findFault(scope, input, before),
    (fault, before) =>
      scope.db.transaction(async (tx) => {
        const current = await lockRecord(scope, tx, documentTemplateKind, id, expected)
        if (current.auditId !== before.auditId) return CHANGED
        if (fault) throw fault
        return updateTemplate(scope, tx, id, parseTemplate(input, current))
      }),
  )

/** Returns the problem of a template that cannot be rendered; null if it can. */
const findFault = async (
  scope: Scope,
  input: DocumentTemplateEditInput,
  before: DocumentTemplate,
): Promise<Problem | null> => {
  try {
    await renderSample(scope, { ...before, ...parseTemplate(input, before) })
    return null
  } catch (error) {
    if (error instanceof Problem && error.status !== 429) return error
    throw error
  }
}

/** Restores the built-in text; the paper stays. @throws 404, 409 stale-audit-id, nothing-to-reset, 412. */
export const resetTemplate = (scope: Scope, id: number, expected: ExpectedVersion): Promise<DocumentTemplate> =>
  scope.db.transaction(async (tx) => {
    const current = await lockRecord(scope, tx, documentTemplateKind, id, expected)
    const builtIn = builtInOf(current.key)
    if (!isResettable(current, builtIn))
      throw conflict('nothing-to-reset', 'The template has the current built-in text.')
    const { isEdited } = currentMark(builtIn)
    return updateTemplate(scope, tx, id, { html: builtIn.html, builtInVersion: builtIn.version, isEdited })
  })

/** Changes the texts of a template that is locked. */
const updateTemplate = async (
  scope: Scope,
  tx: Transaction,
  id: number,
  data: Partial<DocumentTemplateData>,
): Promise<DocumentTemplate> => {
  const where = { tenantId_id: { tenantId: scope.db.tenantId, id } }
  const saved = await tx.documentTemplate.update({ where, data: { ...data, ...NEXT_VERSION } })
  await recordTemplate(scope, tx, saved, 'updated')
  return saved
}

/** Creates the template of a kind of document, which the tenant lacks. */
const createTemplate = async (
  scope: Scope,
  tx: Transaction,
  key: string,
  data: Omit<DocumentTemplateData, 'paperSize'>,
): Promise<void> => {
  const created = await tx.documentTemplate.create({ data: { tenantId: scope.db.tenantId, key, ...data } })
  await recordTemplate(scope, tx, created, 'created')
}

const recordTemplate = (
  scope: Scope,
  tx: Transaction,
  template: DocumentTemplate,
  action: ChangeAction,
): Promise<void> => {
  const payload = { key: template.key }
  return recordChange(scope, tx, changeOf(documentTemplateKind, template, action, { payload }))
}

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
