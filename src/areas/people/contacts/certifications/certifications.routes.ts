import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { serveAction } from '#kernel/http/serve-forms'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { findEditable } from '../contact-parts.queries.ts'
import { sendVersionOf } from '../contacts.presenter.ts'
import { presentCertification, presentContactCertification } from './certifications.presenter.ts'
import { listCertifications, listContactCertifications } from './certifications.queries.ts'
import { deleteCertification, saveCertification } from './certifications.service.ts'
import {
  deleteContactCertification,
  reviewContactCertification,
  saveContactCertification,
} from './contact-certifications.service.ts'

/** Serves the certifications of a contact, and the tenant's list of certifications. */
export const certifications: FastifyPluginAsync = async (app) => {
  serve(app, operations.listCertifications, async ({ scope }) =>
    (await listCertifications(scope)).map(presentCertification),
  )

  serve(app, operations.saveCertification, async ({ scope, params, body }) =>
    presentCertification(await saveCertification(scope, params.certificationId, body)),
  )

  serveAction(app, operations.deleteCertification, (scope, { params }) =>
    deleteCertification(scope, params.certificationId),
  )

  serve(app, operations.listContactCertifications, async ({ scope, params }, reply) => {
    const found = await listContactCertifications(scope, params.contactId)
    const editable = await findEditable(scope, [params.contactId])
    return sendVersionOf(reply, found).map((row) => presentContactCertification(scope, editable, row))
  })

  serve(app, operations.saveContactCertification, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    const { contactId, certificationContactId } = params
    const saved = await saveContactCertification(scope, contactId, certificationContactId, body, expected)
    return presentContactCertification(scope, await findEditable(scope, [contactId]), sendVersionOf(reply, saved))
  })

  serve(app, operations.reviewContactCertification, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    const { contactId, certificationContactId } = params
    const saved = await reviewContactCertification(scope, contactId, certificationContactId, body, expected)
    return presentContactCertification(scope, await findEditable(scope, [contactId]), sendVersionOf(reply, saved))
  })

  serve(app, operations.deleteContactCertification, async (request, reply) => {
    const { scope, params } = request
    const { contactId, certificationContactId } = params
    const expected = expectedIfMatch(request)
    sendVersionOf(reply, await deleteContactCertification(scope, contactId, certificationContactId, expected))
    return {}
  })
}
