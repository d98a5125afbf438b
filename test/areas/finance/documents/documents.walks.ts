import { document, type OfferedKind } from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { fill, type World } from '#test/support/walks/world'

const documentTemplate = (world: World, key: string) =>
  world.server.database.system.documentTemplate.findFirstOrThrow({ where: { tenantId: world.caller.tenant.id, key } })

const documentTemplates: OfferedKind = {
  name: 'document template',
  shapes: ['DocumentTemplateEdit'],
  area: 'document-templates',
  reads: [document('getDocumentTemplate', ({ id }) => `/api/documents/templates/${id}`)],
  states: {
    'with the built-in text': async (world) => ({ ids: { id: (await documentTemplate(world, 'invoice')).id } }),
    'with an own text': async (world) => {
      const { id, auditId } = await documentTemplate(world, 'receipt')
      await world.post(`/api/documents/templates/${id}`, { AuditId: auditId, Html: `<p>${world.next()}</p>` })
      return { ids: { id } }
    },
  },
  actions: {
    view: ({ id }) => ({ method: 'GET', url: `/api/documents/templates/${id}` }),
    edit: ({ id }) => ({
      method: 'POST',
      url: `/api/documents/templates/${id}`,
      body: { PaperSize: 'A4' },
      version: 'AuditId',
    }),
    reset: ({ id }) => ({ method: 'POST', url: `/api/documents/templates/${id}/reset`, body: {}, version: 'AuditId' }),
  },
}

const saveDocumentTemplate = async (world: World, url: string) => {
  const ids = await world.idsFor(url)
  await world.post(fill(url, ids), { AuditId: 1, PaperSize: 'A4' })
  return { url: fill(url, ids), id: Number(ids.get('documenttemplateid')) }
}

export const walks: AreaWalks = {
  recipes: [
    // A tenant has one template for each kind of document.
    [
      ':documenttemplateid',
      async ({ server, caller }) => {
        const where = { tenantId: caller.tenant.id, key: 'invoice' }
        return String((await server.database.system.documentTemplate.findFirstOrThrow({ where })).id)
      },
    ],
  ],
  lists: {
    listDocumentTemplates: ['certificate', 'invoice', 'receipt', 'statement'],
  },
  actions: [documentTemplates],
  delivered: {
    'document-template': { create: saveDocumentTemplate },
  },
}
