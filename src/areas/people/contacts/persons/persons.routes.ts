import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { operations as contactOperations } from '#contract/people/contacts'
import { operations } from '#contract/people/contacts-saving'
import { InputFaults } from '#kernel/errors/input-faults'
import { JsonText, serve } from '#kernel/http/serve'
import { expectedVersion, sendVersion } from '#kernel/http/versions'
import { organizationSql } from '../organizations/organizations.queries.ts'
import { personSql } from './persons.queries.ts'
import { setStatus } from '../saving/contact-status.service.ts'
import { countriesById } from '../saving/countries.ts'
import { deleteContact, restoreContact } from '../contacts.service.ts'
import type { ContactDraft } from '../records/drafts.model.ts'
import { readOrganization } from '../organizations/organizations.input.ts'
import { readPerson } from './persons.input.ts'
import { type SaveRequest, saveContact } from '../records/records.service.ts'

/** Individuals and organizations: creating, changing, deleting and restoring them. */
export const contactSaving: FastifyPluginAsync = async (app) => {
  serve(app, contactOperations.savePerson, async (request, reply) => {
    const { scope, params, body } = request
    const draft = await readDraft(request, body, params.contactId, readPerson)
    const answer = (id: number) => personSql(scope, id)
    return save(request, reply, { systemTypeId: 1, contactId: params.contactId, draft, answer }, body.AuditId)
  })

  serve(app, operations.saveOrganization, async (request, reply) => {
    const { scope, params, body } = request
    const draft = await readDraft(request, body, params.contactId, readOrganization)
    const answer = (id: number) => organizationSql(scope, id)
    return save(request, reply, { systemTypeId: 2, contactId: params.contactId, draft, answer }, body.AuditId)
  })

  serve(app, operations.deleteContact, async (request) => {
    const { contactId, auditId } = request.params
    await deleteContact(request.scope, contactId, expectedVersion(request, auditId))
    return contactId
  })

  serve(app, operations.restoreContact, async (request, reply) => {
    const { contactId, auditId } = request.params
    const state = await restoreContact(request.scope, contactId, expectedVersion(request, auditId))
    sendVersion(reply, state.AuditId)
    return state
  })

  serve(app, operations.setContactStatus, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    const state = await setStatus(scope, params.contactId, body.MembershipStatusTypeId, expected)
    sendVersion(reply, state.AuditId)
    return state
  })
}

type Reader<B> = (
  ...args: [B, Awaited<ReturnType<typeof countriesById>>, string | undefined, InputFaults]
) => ContactDraft

/** Reads a body, and holds what it says of its own id and version against the path. */
const readDraft = async <B extends { ContactId?: number; AuditId?: number }>(
  { scope }: FastifyRequest,
  body: B,
  contactId: number,
  read: Reader<B>,
): Promise<ContactDraft> => {
  const countries = await countriesById(scope)
  const faults = new InputFaults()
  if (body.ContactId && body.ContactId !== contactId) faults.malformed('/ContactId', 'is not the id in the path')
  if (contactId === 0 && body.AuditId) faults.malformed('/AuditId', 'must be 0 or absent for a new contact')
  const draft = read(body, countries, countries.get(scope.tenant.countryId)?.alpha2, faults)
  faults.refuse()
  return draft
}

const save = async (
  request: FastifyRequest,
  reply: FastifyReply,
  wanted: Omit<SaveRequest, 'expected'>,
  auditId: number | undefined,
): Promise<JsonText> => {
  const saved = await saveContact(request.scope, { ...wanted, expected: expectedVersion(request, auditId) })
  sendVersion(reply, saved.auditId)
  return new JsonText(saved.text)
}
