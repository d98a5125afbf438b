import type { MailTemplateEditInput } from '#contract/work/mail'
import { badInput, conflict, notFound, ruleRefused } from '#kernel/errors/problem'
import { builtInTemplate } from '#kernel/mail/built-in/built-in-templates'
import { LAYOUT_KEY } from '#kernel/mail/built-in/layout'
import { findTemplate } from '#kernel/mail/sending/due-mail'
import { lockSubject } from '#kernel/records/lock'
import { recordChange } from '#kernel/records/record-change'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { fold } from '#kernel/text/fold'
import { isVisible, oneLine } from '#kernel/text/one-line'
import type { MailTemplate } from '#prisma/client'
import { templateEvents } from './templates.events.ts'
import { samplesOf, tryTemplate } from './templates.model.ts'

const MOST_TEMPLATES = 500

/** Creates a template (id 0) or changes one, where it can be read and filled; 409 where another has the name or key. */
export const saveTemplate = async (
  scope: Scope,
  id: number,
  input: MailTemplateEditInput,
  expected: ExpectedVersion,
): Promise<MailTemplate> => {
  const { layoutHtml } = await findTemplate(scope, LAYOUT_KEY)
  return scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(tx, scope, 'mail_template')
    const current = id === 0 ? undefined : await lockTemplate(scope, tx, id)
    if (current) assertVersion(current.auditId, expected)
    const data = readInput(input, current)
    tryTemplate(data, layoutHtml, samplesOf(data.key))
    await assertFree(scope, tx, id, data)
    const saved = current
      ? await tx.mailTemplate.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...data, auditId: { increment: 1 } },
        })
      : await tx.mailTemplate.create({ data: { ...data, tenantId } })
    await record(scope, tx, saved, current ? 'updated' : 'created')
    return saved
  })
}

/** Deletes a template; one with a key gives way to the text that the product ships. */
export const deleteTemplate = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const current = await lockTemplate(scope, tx, id)
    assertVersion(current.auditId, expected)
    await tx.mailTemplate.delete({ where: { tenantId_id: { tenantId: scope.db.tenantId, id } } })
    await record(scope, tx, { ...current, auditId: current.auditId + 1 }, 'deleted')
  })

const lockTemplate = async ({ db }: Scope, tx: Transaction, id: number): Promise<MailTemplate> => {
  await tx.$queryRaw`select 1 from mail_template where tenant_id = ${db.tenantId} and id = ${id} for update`
  const template = await tx.mailTemplate.findFirst({ where: { tenantId: db.tenantId, id } })
  if (!template) throw notFound('template')
  return template
}

type Given = Pick<MailTemplateEditInput, 'Name' | 'Subject' | 'Html'>

const readInput = (input: MailTemplateEditInput, current: MailTemplate | undefined) => {
  const name = oneLine(needed(input, 'Name', current?.name))
  return {
    key: current ? current.key : readKey(input.Key ?? null),
    name,
    nameKey: fold(name),
    description: (input.Description === undefined ? current?.description : input.Description?.trim()) || null,
    subject: needed(input, 'Subject', current?.subject),
    html: needed(input, 'Html', current?.html),
    text: (input.Text === undefined ? current?.text : input.Text) || null,
    category: (input.Category === undefined ? current?.category : input.Category) || null,
    isDesigned: input.IsDesigned ?? current?.isDesigned ?? false,
  }
}

const needed = (input: Given, field: keyof Given, kept: string | undefined): string => {
  const value = input[field] === undefined ? kept : input[field]
  if (!value || !isVisible(value)) throw badInput(`/${field}`, 'is needed and must not be blank')
  return value
}

const readKey = (key: string | null): string | null => {
  if (key !== null && !builtInTemplate(key)) throw badInput('/Key', 'names none of the mails that the product sends')
  return key
}

const assertFree = async (
  { db }: Scope,
  tx: Transaction,
  id: number,
  { key, name, nameKey }: { key: string | null; name: string; nameKey: string },
): Promise<void> => {
  const { tenantId } = db
  const where = { tenantId, id: { not: id }, OR: [{ nameKey }, ...(key === null ? [] : [{ key }])] }
  const other = await tx.mailTemplate.findFirst({ where, select: { nameKey: true } })
  if (other)
    throw conflict(
      'duplicate',
      other.nameKey === nameKey
        ? `There is another template called "${name}".`
        : `There is another template for ${key}.`,
    )
  if (id === 0 && (await tx.mailTemplate.count({ where: { tenantId } })) >= MOST_TEMPLATES)
    throw ruleRefused('too-many', `There are ${MOST_TEMPLATES} templates. Delete one first.`)
}

const record = (
  scope: Scope,
  tx: Transaction,
  { tenantId: _tenant, id, auditId, nameKey: _folded, ...changes }: MailTemplate,
  action: keyof typeof templateEvents,
): Promise<void> => {
  const event = { kind: templateEvents[action], payload: { key: changes.key, name: changes.name } }
  return recordChange(scope, tx, { entity: 'mail-template', entityId: id, auditId, action, changes, event })
}
