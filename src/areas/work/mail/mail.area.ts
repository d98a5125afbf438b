import type { Area } from '#areas/area'
import { contactMoves } from '#areas/people/contacts/merges/contact-moves.queries'
import { changes, kinds } from '#kernel/outbox/event-kind'
import { presented } from '#kernel/records/record-shape'
import { addTo } from '#kernel/registers/register'
import type { TenantSeed } from '#kernel/tenancy/provision'
import { fold } from '#kernel/text/fold'
import { builtInTemplates } from '#services/mail/built-in/built-in-templates'
import { suppressionEvents } from '#services/mail/suppression.events'
import { currentMark } from '#services/templates/template-mark'
import { templateEvents } from './mail.events.ts'
import { mail } from './mail.routes.ts'
import { readSuppression } from './suppressions/suppressions.queries.ts'
import { presentTemplate as presentMailTemplate } from './templates/templates.presenter.ts'
import { getTemplate as getMailTemplate, isTemplateInUse } from './templates/templates.queries.ts'

/** Creates the built-in templates in a new tenant, which can change them. */
const seedMailTemplates: TenantSeed = async (tx, tenantId) => {
  await tx.mailTemplate.createMany({
    data: builtInTemplates.map(({ key, name, description, category, subject, html, version }) => ({
      tenantId,
      key,
      name,
      nameKey: fold(name),
      description,
      category,
      subject,
      html,
      ...currentMark({ version }),
    })),
  })
}

export const mailArea: Area = {
  routes: [mail],
  events: [
    ...changes('mail', 'Mail template', templateEvents),
    ...kinds('mail', {
      [suppressionEvents.created]: 'Mail to an address suppressed',
      [suppressionEvents.deleted]: 'Suppression of an address deleted',
    }),
  ],
  shapes: {
    'mail-template': presented('mail:read', async (scope, id) => {
      const template = await getMailTemplate(scope, id)
      return presentMailTemplate(scope, template, await isTemplateInUse(scope, template))
    }),
    mail: { entity: 'mail-suppression', scope: 'mail:read', read: readSuppression },
  },
  seeds: [seedMailTemplates],
  additions: [addTo(contactMoves, { kind: 'mails', table: 'mail_message', column: 'contact_id', meaning: 'data' })],
}
