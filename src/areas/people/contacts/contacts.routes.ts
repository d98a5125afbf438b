import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { CONTACT_OBJECT_TYPES } from '#areas/people/custom-fields/values/fields.queries'
import { addCustomFields } from '#areas/people/custom-fields/values/values.queries'
import { operations } from '#contract/people/contacts'
import { JsonText, serve } from '#kernel/http/serve'
import { sendVersion } from '#kernel/http/versions'
import { parseListFields, parseListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import type { ListInput } from '#kernel/listing/request'
import { contactConditions } from './contacts.filter.ts'
import { contactListing } from './contacts.listing.ts'
import {
  contactRow,
  type Found,
  followMerge,
  readAddresses,
  readChanges,
  readEmails,
  readWebsites,
} from './contacts.queries.ts'
import { readLookup } from './lookups.queries.ts'
import { readGroups, readMemberships, readOrganization } from './organization.queries.ts'
import { readPerson, readPersonSummary, type VersionedText } from './person.queries.ts'

/** Individuals and organizations: reading them. */
export const contacts: FastifyPluginAsync = async (app) => {
  serve(app, operations.listContacts, (request, reply) => list(request, reply, parseListQuery(request.query)))

  serve(app, operations.queryContacts, (request, reply) =>
    list(request, reply, { ...parseListFields(request.body), conditions: contactConditions(request.body) }),
  )

  serve(
    app,
    operations.listContactChanges,
    async ({ scope, query }) =>
      new JsonText(await readChanges(scope, new Date(withZone(query.modifiedSince)), query.top)),
  )

  serve(app, operations.lookupContactValues, ({ scope, params }) => readLookup(scope, params.list))

  serve(app, operations.getPerson, async (request, reply) => {
    const { scope, params } = request
    return versioned(
      request,
      reply,
      await followMerge(scope, params.contactId, 'person', (id) => readPerson(scope, id)),
    )
  })

  serve(app, operations.getPersonSummary, async (request, reply) => {
    const { scope, params } = request
    const found = await followMerge(scope, params.ContactId, 'person', (id) => readPersonSummary(scope, id))
    return versioned(request, reply, found)
  })

  serve(app, operations.getOrganizationGeneral, async (request, reply) => {
    const { scope, params } = request
    const found = await followMerge(scope, params.ContactId, 'organization', (id) => readOrganization(scope, id))
    return versioned(request, reply, found)
  })

  serve(app, operations.listOrganizationMemberships, async (request, reply) => {
    const { scope, params } = request
    const found = await followMerge(scope, params.ContactId, 'contact', (id) => readMemberships(scope, id))
    return text(request, reply, found)
  })

  serve(app, operations.getOrganizationGroups, async (request, reply) => {
    const { scope, params } = request
    const found = await followMerge(scope, params.ContactId, 'contact', (id) => readGroups(scope, id))
    return versioned(request, reply, found)
  })

  serve(app, operations.listContactWebsites, async (request, reply) => {
    const { scope, params } = request
    return text(request, reply, await followMerge(scope, params.contactId, 'contact', (id) => readWebsites(scope, id)))
  })

  serve(app, operations.listPrimaryContactEmails, async (request, reply) => {
    const { scope, params } = request
    const found = await followMerge(scope, params.primaryContactId, 'contact', (id) => readEmails(scope, id))
    return text(request, reply, found)
  })

  serve(app, operations.listContactAddresses, async (request, reply) => {
    const { scope, params } = request
    return text(request, reply, await followMerge(scope, params.contactId, 'contact', (id) => readAddresses(scope, id)))
  })
}

const list = async (request: FastifyRequest, reply: FastifyReply, input: ListInput): Promise<JsonText> => {
  const { scope } = request
  const listing = await addCustomFields(scope.db, contactListing, input, CONTACT_OBJECT_TYPES)
  const modelItems = { HideFamilyOption: !scope.tenant.familyContactsEnabled }
  return sendList(request, reply, { listing, columns: contactRow(scope) }, input, { modelItems })
}

const versioned = (request: FastifyRequest, reply: FastifyReply, { found, contactId }: Found<VersionedText>) => {
  sendVersion(reply, found.auditId)
  return text(request, reply, { found: found.text, contactId })
}

const text = (request: FastifyRequest, reply: FastifyReply, { found, contactId }: Found<string>): JsonText => {
  const asked = Object.values(request.params as Record<string, number>)[0]
  if (asked !== contactId)
    reply.header('content-location', (request.routeOptions.url ?? '').replace(/:\w+/, String(contactId)))
  return new JsonText(found)
}

/** Without a zone UTC is meant; a date is its midnight. */
const withZone = (instant: string): string => {
  const time = instant.slice(10).replace(' ', 'T')
  return /(Z|[+-]\d{2}:?\d{2})$/i.test(time) || time === ''
    ? instant.slice(0, 10) + time
    : `${instant.slice(0, 10)}${time}Z`
}
