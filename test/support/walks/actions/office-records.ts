import type { World } from '../world.ts'
import { document, list, type OfferedIds, type OfferedKind } from './offered-records.ts'

const idOf = async (world: World, path: string, name: string): Promise<number> =>
  Number((await world.idsFor(path)).get(name))

const WAIT = { SystemStepTypeId: '1', WaitOptions: { Quantity: 3, Unit: 'days' } }

interface WorkflowOptions {
  groupId?: number
  step?: object
  hasSource?: boolean
  isActive?: boolean
}

const workflow = async (
  world: World,
  { groupId, step, hasSource = true, isActive = false }: WorkflowOptions,
): Promise<number> => {
  const GroupId = groupId ?? (await idOf(world, '/groups/:groupid', 'groupid'))
  const WorkflowSources = hasSource ? [{ GroupId, IsAnti: false }] : []
  const sent = { Name: 'Welcome', SystemScheduleTypeId: '1', WorkflowSources }
  const id = Number((await world.post('/api/workflows/0', sent)).WorkflowId)
  if (step) await world.post(`/api/workflows/workflowstep/${id}/0`, { PreviousStepId: null, IsActive: true, ...step })
  if (isActive) await world.post(`/api/workflows/${id}/staus/update`, { AuditId: 1, IsActive: true })
  return id
}

const groups: OfferedKind = {
  name: 'group',
  shapes: ['GroupEdit'],
  area: 'groups',
  reads: [
    document('getGroup', ({ id }) => `/api/groups/${id}`),
    list('listGroups', ({ id }) => `/api/groups?Filter=GroupId eq ${id}`, 'GroupId', 'id'),
  ],
  states: {
    unused: async (world) => ({ ids: { id: await idOf(world, '/groups/:groupid', 'groupid') } }),
    'with a member': async (world) => {
      const ids = await world.idsFor('/:contactid/groups/:groupid')
      return { ids: { id: Number(ids.get('groupid')) } }
    },
    'that an active workflow uses': async (world) => {
      const id = await idOf(world, '/groups/:groupid', 'groupid')
      await workflow(world, { groupId: id, step: WAIT, isActive: true })
      return { ids: { id } }
    },
  },
  actions: {
    view: ({ id }) => ({ method: 'GET', url: `/api/groups/${id}` }),
    edit: ({ id }) => ({
      method: 'POST',
      url: `/api/groups/${id}`,
      body: { Description: 'Changed' },
      version: 'AuditId',
    }),
    delete: ({ id }) => ({ method: 'DELETE', url: `/api/groups/${id}` }),
  },
}

const workflowActions: OfferedKind['actions'] = {
  edit: ({ id }) => ({
    method: 'POST',
    url: `/api/workflows/${id}/general`,
    body: { Description: 'Changed' },
    version: 'AuditId',
  }),
  copy: ({ id }) => ({ method: 'POST', url: `/api/workflows/copy/${id}` }),
  activate: ({ id }) => status(id, true),
  deactivate: ({ id }) => status(id, false),
  delete: ({ id }) => ({ method: 'DELETE', url: `/api/workflows/workflow/${id}/:auditid` }),
}

const status = (id: number | undefined, IsActive: boolean) =>
  ({ method: 'POST', url: `/api/workflows/${id}/staus/update`, body: { IsActive }, version: 'AuditId' }) as const

const workflows: OfferedKind = {
  name: 'workflow',
  shapes: ['WorkflowBase', 'WorkflowGeneral'],
  area: 'workflows',
  reads: [
    document('getWorkflowBase', ({ id }) => `/api/workflows/base/${id}`),
    document('getWorkflowGeneral', ({ id }) => `/api/workflows/${id}/general`),
  ],
  states: {
    complete: async (world) => ({ ids: { id: await workflow(world, { step: WAIT }) } }),
    active: async (world) => ({ ids: { id: await workflow(world, { step: WAIT, isActive: true }) } }),
    'without steps': async (world) => ({ ids: { id: await workflow(world, {}) } }),
    'with inactive steps only': async (world) => ({
      ids: { id: await workflow(world, { step: { ...WAIT, IsActive: false } }) },
    }),
    'without sources': async (world) => ({ ids: { id: await workflow(world, { step: WAIT, hasSource: false }) } }),
    'that sends mail': async (world) => {
      const EmailTemplateId = String(await idOf(world, ':templateid', 'templateid'))
      return { ids: { id: await workflow(world, { step: { SystemStepTypeId: '3', EmailTemplateId } }) } }
    },
  },
  statesOfAll: ['complete', 'that sends mail'],
  actions: workflowActions,
  harmless: {
    activate: 'an active workflow stays active',
    deactivate: 'an inactive workflow stays inactive',
  },
}

const projects: OfferedKind = {
  name: 'project',
  shapes: ['Project'],
  area: 'tasks',
  reads: [document('getProject', ({ id }) => `/api/projects/${id}`)],
  states: {
    empty: async (world) => ({ ids: { id: await idOf(world, ':projectid', 'projectid') } }),
    'with a milestone': async (world) => {
      const id = await idOf(world, ':projectid', 'projectid')
      await world.post('/api/task/milestones/addedit', { ProjectId: id, Name: 'Venue' })
      return { ids: { id } }
    },
    'with a task': async (world) => {
      const id = await idOf(world, ':projectid', 'projectid')
      await world.post('/api/task/items/0', { Name: 'Call', ProjectId: String(id) })
      return { ids: { id } }
    },
  },
  actions: {
    view: ({ id }) => ({ method: 'GET', url: `/api/projects/${id}` }),
    edit: ({ id }) => ({
      method: 'POST',
      url: `/api/projects/${id}`,
      body: { Description: 'Fair' },
      version: 'AuditId',
    }),
    delete: ({ id }) => ({ method: 'DELETE', url: `/api/projects/${id}/:auditid` }),
  },
}

const calendars: OfferedKind = {
  name: 'calendar',
  shapes: ['CalendarListItem'],
  area: 'calendars',
  reads: [list('listCalendars', () => '/api/calendars/items', 'CalendarId', 'id')],
  states: {
    empty: async (world) => ({ ids: { id: await idOf(world, ':calendarid', 'calendarid') } }),
    'with an item': async (world) => {
      const ids = await world.idsFor('/calendars/:calendarid/items/:calendaritemid')
      return { ids: { id: Number(ids.get('calendarid')) } }
    },
    'of a chapter': async (world) => {
      const id = await idOf(world, ':calendarid', 'calendarid')
      const { OrganizationId } = await world.get(`/api/chapters/${await idOf(world, ':chapterid', 'chapterid')}`)
      const body = { ChapterName: `North ${world.next()}`, ParentOrganizationId: OrganizationId }
      await world.post('/api/chapters/0/false', { ...body, PrimaryCalenderId: String(id) })
      return { ids: { id } }
    },
  },
  actions: {
    edit: ({ id }) => ({
      method: 'POST',
      url: `/api/calendars/${id}`,
      body: { Description: 'Changed' },
      version: 'AuditId',
    }),
    delete: ({ id }) => ({ method: 'DELETE', url: `/api/calendars/${id}/:auditid` }),
  },
}

const itemUrl = ({ calendarid, calendaritemid }: OfferedIds) => `/api/calendars/${calendarid}/items/${calendaritemid}`

const calendarItem = async (world: World): Promise<OfferedIds> => {
  const ids = await world.idsFor('/calendars/:calendarid/items/:calendaritemid')
  return { calendarid: Number(ids.get('calendarid')), calendaritemid: Number(ids.get('calendaritemid')) }
}

const calendarItems: OfferedKind = {
  name: 'calendar item',
  shapes: ['CalendarItem'],
  area: 'calendars',
  reads: [
    document('getCalendarItem', itemUrl),
    list(
      'listCalendarItems',
      ({ calendarid }) => `/api/calendars/${calendarid}/items`,
      'CalendarItemId',
      'calendaritemid',
    ),
  ],
  states: {
    planned: async (world) => ({ ids: await calendarItem(world) }),
    cancelled: async (world) => {
      const ids = await calendarItem(world)
      await world.post(`${itemUrl(ids)}/cancel`)
      return { ids }
    },
  },
  actions: {
    edit: (ids) => ({ method: 'POST', url: itemUrl(ids), body: { Location: 'Hall' }, version: 'AuditId' }),
    cancel: (ids) => ({ method: 'POST', url: `${itemUrl(ids)}/cancel` }),
    delete: (ids) => ({ method: 'DELETE', url: itemUrl(ids) }),
  },
  harmless: { cancel: 'a cancelled item stays cancelled' },
}

const templates: OfferedKind = {
  name: 'mail template',
  shapes: ['MailTemplateEdit'],
  area: 'mail',
  reads: [document('getMailTemplate', ({ id }) => `/api/mail/templates/${id}`)],
  states: {
    unused: async (world) => ({ ids: { id: await idOf(world, ':templateid', 'templateid') } }),
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
      const id = await idOf(world, ':templateid', 'templateid')
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

/** The records of the office: groups, workflows, projects, calendars and mails. */
export const officeRecords: readonly OfferedKind[] = [
  groups,
  workflows,
  projects,
  calendars,
  calendarItems,
  templates,
  messages,
]
