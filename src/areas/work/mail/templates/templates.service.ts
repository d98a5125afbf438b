import type { MailTemplateEditInput } from '#contract/work/mail'
import { conflict, Problem } from '#kernel/errors/problem'
import { lockForSave, lockRecord, lockSubject } from '#kernel/records/lock'
import { CHANGED, prepareAndSave } from '#kernel/records/prepared-save'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { requireRoom } from '#kernel/records/room'
import { requireUniqueName } from '#kernel/records/unique-name'
import { requireUnused } from '#kernel/records/uses'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models, Transaction } from '#kernel/tenancy/tenant-db'
import type { MailTemplate } from '#prisma/client'
import { LAYOUT_KEY } from '#services/mail/built-in/layout'
import { findTemplate } from '#services/mail/sending/due-mail'
import { currentMark, isResettable } from '#services/templates/template-mark'
import { renderInThread } from './rendering.service.ts'
import { parseTemplate, type TemplateData } from './templates.input.ts'
import { findBuiltInTexts, makeMailSamples } from './templates.model.ts'
import { templateKind } from './templates.queries.ts'

const MAX_TEMPLATES = 500

/**
 * Creates a template (id 0) or changes one. A template that cannot be rendered is rejected.
 *
 * @throws 400, 404, 409 duplicate, stale-audit-id, 412, 422 template-fault, too-many.
 */
export const saveTemplate = async (
  scope: Scope,
  id: number,
  input: MailTemplateEditInput,
  expected: ExpectedVersion,
): Promise<MailTemplate> => {
  const { layoutHtml } = await findTemplate(scope, LAYOUT_KEY)
  const { tenantId, prisma } = scope.db
  return prepareAndSave(
    () => prisma.mailTemplate.findFirst({ where: { tenantId, id } }),
    (before) => findFault(scope, input, before, layoutHtml),
    (fault, before) => writeTemplate(scope, id, input, expected, { fault, before }),
  )
}

/** Returns the problem of a text that cannot be rendered; null if it can. */
const findFault = async (
  scope: Scope,
  input: MailTemplateEditInput,
  before: MailTemplate | null,
  layoutHtml: string,
): Promise<Problem | null> => {
  try {
    const draft = parseTemplate(input, before)
    await renderInThread(scope, { draft, layoutHtml, variables: makeMailSamples(draft.key), isPreview: false })
    return null
  } catch (error) {
    if (error instanceof Problem && error.status === 429) throw error
    if (error instanceof Problem) return error
    throw error
  }
}

const writeTemplate = async (
  scope: Scope,
  id: number,
  input: MailTemplateEditInput,
  expected: ExpectedVersion,
  { fault, before }: { fault: Problem | null; before: MailTemplate | null },
): Promise<MailTemplate | typeof CHANGED> => {
  return scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, 'mail_template')
    const current = await lockForSave(scope, tx, templateKind, id, expected)
    if (current?.auditId !== before?.auditId) return CHANGED
    if (fault) throw fault
    const data = parseTemplate(input, current)
    await requireUnique(scope, tx, id, data)
    if (!current) await requireRoomForTemplate(scope, tx)
    const saved = current
      ? await tx.mailTemplate.update({ where: { tenantId_id: { tenantId, id } }, data: { ...data, ...NEXT_VERSION } })
      : await tx.mailTemplate.create({ data: { ...data, tenantId } })
    await recordTemplate(scope, tx, saved, current ? 'updated' : 'created')
    return saved
  })
}

/** Restores the built-in texts; the name stays. @throws 404, 409 stale-audit-id, nothing-to-reset, 412. */
export const resetTemplate = (scope: Scope, id: number, expected: ExpectedVersion): Promise<MailTemplate> =>
  scope.db.transaction(async (tx) => {
    const current = await lockRecord(scope, tx, templateKind, id, expected)
    const builtIn = findBuiltInTexts(current.key)
    if (!builtIn || !isResettable(current, builtIn)) throw conflict('nothing-to-reset', nothingToReset(current.key))
    const { version: _version, ...texts } = builtIn
    const saved = await tx.mailTemplate.update({
      where: { tenantId_id: { tenantId: scope.db.tenantId, id } },
      data: { ...texts, ...currentMark(builtIn), ...NEXT_VERSION },
    })
    await recordTemplate(scope, tx, saved, 'updated')
    return saved
  })

const nothingToReset = (key: string | null): string =>
  key === null ? 'The template has no built-in text.' : 'The template has the current built-in text.'

/** Deletes a template. Mails with its key use the built-in text again. @throws 404, 409 in-use, 412. */
export const deleteTemplate = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const current = await lockRecord(scope, tx, templateKind, id, expected)
    await requireUnused(scope, tx, templateKind, current)
    await tx.mailTemplate.delete({ where: { tenantId_id: { tenantId: scope.db.tenantId, id } } })
    await recordTemplate(scope, tx, nextVersionOf(current), 'deleted')
  })

const requireUnique = async (
  { db }: Scope,
  tx: Models,
  id: number,
  { key, name, nameKey }: TemplateData,
): Promise<void> => {
  const where = { tenantId: db.tenantId, id: { not: id }, OR: [{ nameKey }, ...(key === null ? [] : [{ key }])] }
  const other = await tx.mailTemplate.findFirst({ where, select: { nameKey: true } })
  if (other && other.nameKey !== nameKey) throw conflict('duplicate', `There is another template for ${key}.`)
  requireUniqueName(templateKind, name, other)
}

const requireRoomForTemplate = async ({ db }: Scope, tx: Models): Promise<void> => {
  requireRoom(
    await tx.mailTemplate.count({ where: { tenantId: db.tenantId } }),
    MAX_TEMPLATES,
    'tenant',
    'mail templates',
  )
}

/** Records a change of a template in its history, with its event. */
export const recordTemplate = (
  scope: Scope,
  tx: Transaction,
  template: MailTemplate,
  action: ChangeAction,
): Promise<void> => {
  const payload = { key: template.key, name: template.name }
  return recordChange(scope, tx, changeOf(templateKind, template, action, { payload }))
}
