import { getRecipient } from '#areas/people/contacts/contacts.queries'
import type { MailPreview, MailTemplatePreviewInput } from '#contract/work/mail'
import { badInput, forbidden } from '#kernel/errors/problem'
import { LAYOUT_KEY } from '#kernel/mail/built-in/layout'
import type { MailVariables } from '#kernel/mail/rendering/write-mail'
import { findOwnTemplate, findTemplate } from '#kernel/mail/sending/due-mail'
import { holds, type Scope } from '#kernel/tenancy/scope'
import { getTemplate } from './templates.queries.ts'
import { type Draft, samplesOf, tryTemplate, unknownNames } from './trial.ts'

/** What a mail by the template would look like, with the texts of the input in place of its own. */
export const previewTemplate = async (
  scope: Scope,
  id: number,
  input: MailTemplatePreviewInput,
): Promise<MailPreview> => {
  const draft = await draftOf(scope, id, input)
  const variables = await variablesFor(scope, draft, input.ContactId ?? null)
  const { layoutHtml } = await (id === 0 ? findTemplate(scope, LAYOUT_KEY) : findOwnTemplate(scope, id))
  const { subject, html, text } = tryTemplate(draft, layoutHtml, variables)
  return { Subject: subject, Html: html, Text: text, UnknownVariables: unknownNames(draft) }
}

const draftOf = async (scope: Scope, id: number, input: MailTemplatePreviewInput): Promise<Draft> => {
  const saved = id === 0 ? undefined : await getTemplate(scope, id)
  const [subject, html] = [input.Subject ?? saved?.subject, input.Html ?? saved?.html]
  if (!subject) throw badInput('/Subject', 'is needed for a template that is not saved')
  if (!html) throw badInput('/Html', 'is needed for a template that is not saved')
  const text = input.Text === undefined ? saved?.text : input.Text
  return { key: saved ? saved.key : (input.Key ?? null), subject, html, text: text || null }
}

const variablesFor = async (scope: Scope, { key }: Draft, contactId: number | null): Promise<MailVariables> => {
  const samples = { ...samplesOf(key), organization: { name: scope.tenant.name } }
  if (contactId === null) return samples
  if (!holds(scope, 'contacts:read'))
    throw forbidden(
      'This credential does not hold the scope contacts:read, which ContactId needs.',
      'insufficient-scope',
    )
  const { name, firstName, address } = await getRecipient(scope, contactId)
  return { ...samples, to: { name, address: address ?? '' }, contact: { name, first_name: firstName } }
}
