import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { CONTACT_OBJECT_TYPES } from '#areas/people/custom-fields/values/fields.queries'
import { addCustomFields } from '#areas/people/custom-fields/values/values.queries'
import { operations } from '#contract/people/contacts'
import { operations as saving } from '#contract/people/contacts-saving'
import { JsonText, serve } from '#kernel/http/serve'
import { serveSavedRecord } from '#kernel/http/serve-forms'
import { expectedVersion } from '#kernel/http/versions'
import { valueField } from '#kernel/listing/fields'
import { parseListFields, parseListQuery } from '#kernel/listing/input'
import { type List, sendList } from '#kernel/listing/list-response'
import { addFields, type Listing } from '#kernel/listing/listing'
import { type Page, readPage, readPageBy } from '#kernel/listing/page'
import type { ListInput, ListRequest } from '#kernel/listing/request'
import type { Scope } from '#kernel/tenancy/scope'
import { sendListCsv } from '#services/csv/list-csv'
import { buildContactLinkFields } from './contact-facts.listing.ts'
import { contactParts } from './contact-parts.routes.ts'
import {
  buildContactConditions,
  CONTACT_FILE,
  contactColumns,
  contactListing,
  contactPageSql,
  isTenantOrganization,
} from './contacts.listing.ts'
import { presentState, sendText } from './contacts.presenter.ts'
import { readAddresses, readChanges, readEmails, readWebsites } from './contacts.queries.ts'
import { deleteContact, restoreContact, setContactStatus } from './contacts.service.ts'
import { duplicates } from './duplicates/duplicates.routes.ts'
import { merges } from './merges/merges.routes.ts'
import { organizations } from './organizations/organizations.routes.ts'
import { persons } from './persons/persons.routes.ts'
import { unmatchedPeople } from './unmatched/unmatched.routes.ts'
import { readLookup } from './value-lists.queries.ts'

/** Serves individuals and organizations, with their sub-resources. */
export const contacts: FastifyPluginAsync = async (app) => {
  serve(app, operations.listContacts, (request, reply) => list(request, reply, parseListQuery(request.query)))

  serve(app, operations.queryContacts, (request, reply) =>
    list(request, reply, { ...parseListFields(request.body), conditions: buildContactConditions(request.body) }),
  )

  serve(app, operations.downloadContacts, async (request) => {
    const input = parseListQuery(request.query)
    return sendListCsv(request, await listFor(request.scope, input), input, CONTACT_FILE)
  })

  serve(app, operations.listContactChanges, async ({ scope, query }) => {
    const since = new Date(withZone(query.modifiedSince))
    return new JsonText(await readChanges(scope, since, query.top))
  })

  serve(app, operations.lookupContactValues, ({ scope, params }) => readLookup(scope, params.list))

  serve(app, operations.listContactWebsites, async ({ scope, params }) =>
    sendText(await readWebsites(scope, params.contactId)),
  )

  serve(app, operations.listPrimaryContactEmails, async ({ scope, params }) =>
    sendText(await readEmails(scope, params.primaryContactId)),
  )

  serve(app, operations.listContactAddresses, async ({ scope, params }) =>
    sendText(await readAddresses(scope, params.contactId)),
  )

  serve(app, saving.deleteContact, async (request) => {
    const { contactId, auditId } = request.params
    await deleteContact(request.scope, contactId, expectedVersion(request, auditId))
    return contactId
  })

  serveSavedRecord(
    app,
    saving.restoreContact,
    (scope, { params, expected }) => restoreContact(scope, params.contactId, expected),
    presentState,
  )

  serveSavedRecord(
    app,
    saving.setContactStatus,
    (scope, { params, body, expected }) =>
      setContactStatus(scope, params.contactId, body.MembershipStatusTypeId, expected),
    presentState,
  )

  await app.register(persons)
  await app.register(organizations)
  await app.register(duplicates)
  await app.register(merges)
  await app.register(unmatchedPeople)
  await app.register(contactParts)
}

const list = async (request: FastifyRequest, reply: FastifyReply, input: ListInput): Promise<JsonText> => {
  const { scope } = request
  const contactList = await listFor(scope, input)
  const read = (listed: ListRequest): Promise<Page> => {
    const plain = contactPageSql(scope, listed)
    return plain ? readPageBy(scope, listed, plain) : readPage(scope, contactList.listing, listed, contactList.columns)
  }
  const modelItems = { HideFamilyOption: !scope.tenant.familyContactsEnabled }
  return sendList(request, reply, contactList, input, { modelItems, read })
}

/** Returns the list for a request. Its columns are built only where they are used. */
const listFor = async (scope: Scope, input: ListInput): Promise<List> => ({
  listing: await listingFor(scope, input),
  get columns() {
    return contactColumns(scope)
  },
})

/** Returns the listing with the fields that depend on the tenant or caller, for requests that can use them. */
const listingFor = (scope: Scope, input: ListInput): Listing | Promise<Listing> => {
  if (!input.filter && !input.orderBy && !input.conditions?.length) return contactListing
  const ofCaller = {
    IsTenantOrgId: valueField('boolean', isTenantOrganization(scope)),
    ...buildContactLinkFields(scope),
  }
  return addCustomFields(scope.db, addFields(contactListing, ofCaller), input, CONTACT_OBJECT_TYPES)
}

// A time without a zone is in UTC; a date is its midnight.
const withZone = (instant: string): string => {
  const time = instant.slice(10).replace(' ', 'T')
  return /(Z|[+-]\d{2}:?\d{2})$/i.test(time) || time === ''
    ? instant.slice(0, 10) + time
    : `${instant.slice(0, 10)}${time}Z`
}
