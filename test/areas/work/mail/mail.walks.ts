import { document, type OfferedKind } from '#test/support/walks/actions/offered-records'
import { workflow } from '#test/support/walks/actions/offered-workflows'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { BY_AUTHOR, createStep, SEND_EMAIL, UNREFERENCED } from '#test/support/walks/deletions'
import { rowOf } from '#test/support/walks/delivered'
import { ROW_DAY, twoPeople } from '#test/support/walks/list-rows'
import { byName, bySave, type Label } from '#test/support/walks/lists/listed'
import { KEPT } from '#test/support/walks/no-uses'
import { saved } from '#test/support/walks/recipes'
import type { Ids, World } from '#test/support/walks/world'

const templates: OfferedKind = {
  name: 'mail template',
  shapes: ['MailTemplateEdit'],
  area: 'mail',
  reads: [document('getMailTemplate', ({ id }) => `/api/mail/templates/${id}`)],
  states: {
    unused: async (world) => ({ ids: { id: await world.idOf(':templateid', 'templateid') } }),
    "that replaces the product's": async (world) => {
      const { system } = world.server.database
      const tenantId = world.caller.tenant.id
      const { id } = await system.mailTemplate.findFirstOrThrow({ where: { tenantId, key: { not: null } } })
      await system.mailTemplate.update({ where: { tenantId_id: { tenantId, id } }, data: { isEdited: false } })
      return { ids: { id } }
    },
    'with an own text': async (world) => {
      const { system } = world.server.database
      const where = { tenantId: world.caller.tenant.id, key: { not: null } }
      const { id, auditId } = await system.mailTemplate.findFirstOrThrow({ where })
      await world.post(`/api/mail/templates/${id}`, { AuditId: auditId, Html: `<p>${world.next()}</p>` })
      return { ids: { id } }
    },
    'that an active workflow sends': async (world) => {
      const id = await world.idOf(':templateid', 'templateid')
      await workflow(world, { step: { SystemStepTypeId: '3', EmailTemplateId: String(id) }, isActive: true })
      return { ids: { id } }
    },
  },
  actions: {
    view: ({ id }) => ({ method: 'GET', url: `/api/mail/templates/${id}` }),
    edit: ({ id }) => ({
      method: 'POST',
      url: `/api/mail/templates/${id}`,
      body: { Description: 'Changed' },
      version: 'AuditId',
    }),
    reset: ({ id }) => ({ method: 'POST', url: `/api/mail/templates/${id}/reset`, body: {}, version: 'AuditId' }),
    delete: ({ id }) => ({ method: 'DELETE', url: `/api/mail/templates/${id}` }),
  },
}

/** A mail with a status, which only the sending of mails sets. */
const message = (sent: string) => async (world: World) => {
  const address = `walk${world.next()}@walk.example`
  const data = { templateKey: 'membership-joined', toAddress: address, addressKey: address, status: sent }
  const { id } = await world.server.database.system.mailMessage.create({
    data: { ...data, key: `walk-${world.next()}`, tenantId: world.caller.tenant.id },
  })
  return { ids: { id: Number(id) } }
}

const messages: OfferedKind = {
  name: 'mail',
  shapes: ['MailMessageItem'],
  area: 'mail',
  reads: [document('getMailMessage', ({ id }) => `/api/mail/messages/${id}`)],
  states: { failed: message('failed'), queued: message('queued'), sent: message('sent') },
  actions: {
    view: ({ id }) => ({ method: 'GET', url: `/api/mail/messages/${id}` }),
    send: ({ id }) => ({ method: 'POST', url: `/api/mail/messages/${id}/send` }),
  },
}

const suppressAddress = async (world: World, url: string) => ({
  url,
  id: Number((await world.post(url, { Address: 'a@x.example', Reason: 'bounced' })).SuppressionId),
})

/** A mail, which only jobs create. */
const createMail = async (label: Label, _: Ids, { server, caller }: World) => {
  const toAddress = `${label}@walk.example`
  const mail = { key: label, templateKey: 'membership-joined', toAddress, addressKey: toAddress, status: 'failed' }
  await server.database.system.mailMessage.create({ data: { tenantId: caller.tenant.id, ...mail } })
}

const addMails = async (world: World): Promise<void> => {
  await world.post('/api/mail/suppressions', { Address: 'a@walk.example', Category: 'news' })
  await world.post('/api/mail/suppressions', { Address: 'b@walk.example' })
  const [one, other] = await twoPeople(world)
  const mail = { tenantId: world.caller.tenant.id, templateKey: 'membership-joined', createdAt: ROW_DAY }
  await world.server.database.system.mailMessage.createMany({
    data: [
      {
        ...mail,
        key: 'walk1',
        contactId: one,
        toAddress: 'Ann@walk.example',
        addressKey: 'ann@walk.example',
        toName: 'Ann',
        category: 'news',
        status: 'sent',
        subject: 'Welcome',
        sentAt: ROW_DAY,
      },
      {
        ...mail,
        key: 'walk2',
        contactId: other,
        toAddress: 'b@walk.example',
        addressKey: 'b@walk.example',
        templateKey: 'membership-renewed',
        status: 'failed',
        reason: 'no such mailbox',
      },
    ],
  })
}

export const walks: AreaWalks = {
  tables: {
    templateid: 'mail_template',
    messageid: 'mail_message',
    suppressionid: 'mail_suppression',
  },
  recipes: [
    [':templateid', saved('saveMailTemplate', 'TemplateId')],
    [':suppressionid', saved('addMailSuppression', 'SuppressionId')],
  ],
  lists: {
    listMailTemplates: byName('saveMailTemplate'),
    listMailMessages: { order: 'newest', create: createMail },
    listMailSuppressions: {
      order: 'newest',
      create: bySave('addMailSuppression', (label) => ({ Address: `${label}@walk.example` })),
    },
    getMailMessage: 'is one mail',
  },
  rows: addMails,
  actions: [templates, messages],
  noUses: {
    'mail_message -> contact': KEPT,
  },
  deletions: [
    {
      operation: 'deleteMailTemplate',
      create: async (mark, { world }) => {
        const { TemplateId } = await world.post('/api/mail/templates/0', { Name: mark, Subject: 'News', Html: 'News' })
        const step = await createStep(world, SEND_EMAIL, {
          EmailTemplateId: String(TemplateId),
          SendEmailStepOptions: { Subject: 'News' },
        })
        return { ids: { templateid: TemplateId }, field: /^Email(Designer)?TemplateId$|^TemplateId$/, records: [step] }
      },
      shownBy: ['listMailTemplates', 'getWorkflowStepBoard'],
      keptBy: BY_AUTHOR,
    },
  ],
  otherDeletions: {
    deleteMailSuppression: UNREFERENCED,
  },
  delivered: {
    mail: {
      operation: 'listMailSuppressions',
      part: ({ Results }, id) => rowOf('SuppressionId')(Results, id),
      create: suppressAddress,
    },
  },
}
