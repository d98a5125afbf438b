import { getRecipient } from '#areas/people/contacts/contacts.queries'
import type { MailPreview, MailTemplatePreviewInput } from '#contract/work/mail'
import { badInput, insufficientScope } from '#kernel/errors/problem'
import { getRecord } from '#kernel/records/read'
import type { RecordKind } from '#kernel/records/record-kind'
import { listIdsInUse } from '#kernel/records/uses'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { MailTemplate } from '#prisma/client'
import { LAYOUT_KEY } from '#services/mail/built-in/layout'
import { type MailVariables, mailOf } from '#services/mail/rendering/mail-parts'
import { findOwnTemplate, findTemplate } from '#services/mail/sending/due-mail'
import { templateEvents } from '../mail.events.ts'
import { renderInThread } from './rendering.service.ts'
import { makeMailSamples, type TemplateDraft } from './templates.model.ts'

export const templateKind: RecordKind<MailTemplate> = {
  entity: 'mail-template',
  noun: 'template',
  table: 'mail_template',
  events: templateEvents,
  find: (tx, { tenantId, id }) => tx.mailTemplate.findFirst({ where: { tenantId, id } }),
}

/** Returns a template. @throws 404. */
export const getTemplate = (scope: Scope, id: number): Promise<MailTemplate> => getRecord(scope, templateKind, id)

/** Returns whether something uses a template, so that it cannot be deleted. */
export const isTemplateInUse = async (scope: Scope, { id }: MailTemplate): Promise<boolean> =>
  (await listIdsInUse(scope, templateKind, [id])).has(id)

/**
 * Renders a mail by a template, with the texts of the input instead of those that are saved.
 *
 * @param id 0 for a template that is not saved.
 * @throws 400, 403 insufficient-scope, 404, 422 template-fault.
 */
export const previewTemplate = async (
  scope: Scope,
  id: number,
  input: MailTemplatePreviewInput,
): Promise<MailPreview> => {
  const draft = await draftOf(scope, id, input)
  const variables = await variablesFor(scope, draft, input.ContactId ?? null)
  const { layoutHtml } = await (id === 0 ? findTemplate(scope, LAYOUT_KEY) : findOwnTemplate(scope, id))
  const { parts, unknownNames } = await renderInThread(scope, { draft, layoutHtml, variables, isPreview: true })
  const { subject, html, text } = mailOf(parts)
  return { Subject: subject, Html: html, Text: text, UnknownVariables: unknownNames }
}

const draftOf = async (scope: Scope, id: number, input: MailTemplatePreviewInput): Promise<TemplateDraft> => {
  const saved = id === 0 ? undefined : await getTemplate(scope, id)
  const subject = input.Subject ?? saved?.subject
  const html = input.Html ?? saved?.html
  if (!subject) throw badInput('/Subject', 'is required for a template that is not saved')
  if (!html) throw badInput('/Html', 'is required for a template that is not saved')
  const text = input.Text === undefined ? saved?.text : input.Text
  return { key: saved ? saved.key : (input.Key ?? null), subject, html, text: text || null }
}

const variablesFor = async (scope: Scope, { key }: TemplateDraft, contactId: number | null): Promise<MailVariables> => {
  const samples = { ...makeMailSamples(key), organization: { name: scope.tenant.name } }
  if (contactId === null) return samples
  if (!hasGrant(scope, 'contacts:read'))
    throw insufficientScope('contacts:read', 'ContactId requires the scope contacts:read, which the credential lacks.')
  const { name, firstName, address } = await getRecipient(scope, contactId)
  return { ...samples, to: { name, address: address ?? '' }, contact: { name, first_name: firstName } }
}
