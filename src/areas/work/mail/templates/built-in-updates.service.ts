import { lockRows, lockSubject } from '#kernel/records/lock'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { fold } from '#kernel/text/fold'
import type { MailTemplate } from '#prisma/client'
import type { BuiltInTemplate, MailKind } from '#services/mail/built-in/built-in-template'
import { builtInTemplates } from '#services/mail/built-in/built-in-templates'
import { currentMark, type TemplateUpdate, updateOf } from '#services/templates/template-mark'
import { findBuiltInTexts } from './templates.model.ts'
import { templateKind } from './templates.queries.ts'
import { recordTemplate } from './templates.service.ts'

/** Brings the built-in templates of a kind to the current texts. Edited ones stay as they are. */
export const updateMailTemplates = async (scope: Scope, tx: Transaction, kind: MailKind): Promise<TemplateUpdate[]> => {
  const builtIns = builtInTemplates.filter((builtIn) => builtIn.kind === kind)
  await lockSubject(scope, tx, 'mail_template')
  const templates = await lockTemplates(scope, tx, builtIns)
  const updates: TemplateUpdate[] = []
  for (const builtIn of builtIns) {
    const template = templates.get(builtIn.key)
    const update = updateOf(builtIn, template)
    if (update.outcome === 'added') await addTemplate(scope, tx, builtIn)
    if (update.outcome === 'updated' && template) await updateTemplate(scope, tx, template, builtIn)
    updates.push(update)
  }
  return updates
}

const lockTemplates = async (
  scope: Scope,
  tx: Transaction,
  builtIns: readonly BuiltInTemplate[],
): Promise<Map<string | null, MailTemplate>> => {
  const where = { tenantId: scope.db.tenantId, key: { in: builtIns.map(({ key }) => key) } }
  const found = await tx.mailTemplate.findMany({ where, select: { id: true } })
  const ids = await lockRows(
    scope,
    tx,
    templateKind,
    found.map(({ id }) => id),
  )
  const locked = await tx.mailTemplate.findMany({ where: { ...where, id: { in: ids } } })
  return new Map(locked.map((template) => [template.key, template]))
}

const addTemplate = async (scope: Scope, tx: Transaction, { key, description, ...builtIn }: BuiltInTemplate) => {
  const { tenantId } = scope.db
  const name = await freeName(scope, tx, builtIn.name)
  const { subject, html, category } = builtIn
  const data = { tenantId, key, name, nameKey: fold(name), description, subject, html, category }
  const added = await tx.mailTemplate.create({ data: { ...data, ...currentMark(builtIn) } })
  await recordTemplate(scope, tx, added, 'created')
}

/** Finds a free name. The tenant can have a template of its own with the name. */
const freeName = async ({ db: { tenantId } }: Scope, tx: Transaction, name: string): Promise<string> => {
  for (let number = 1; ; number++) {
    const wanted = number === 1 ? name : `${name} (${number})`
    if (!(await tx.mailTemplate.findFirst({ where: { tenantId, nameKey: fold(wanted) } }))) return wanted
  }
}

/** Updates a template to the built-in texts. The name stays, as after a reset. */
const updateTemplate = async (scope: Scope, tx: Transaction, { id, key }: MailTemplate, builtIn: BuiltInTemplate) => {
  const { version: _version, ...texts } = { ...findBuiltInTexts(key), version: builtIn.version }
  const saved = await tx.mailTemplate.update({
    where: { tenantId_id: { tenantId: scope.db.tenantId, id } },
    data: { ...texts, description: builtIn.description, ...currentMark(builtIn), ...NEXT_VERSION },
  })
  await recordTemplate(scope, tx, saved, 'updated')
}
