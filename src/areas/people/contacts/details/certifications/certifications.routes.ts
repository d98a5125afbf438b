import type { FastifyInstance } from 'fastify'
import { operations } from '../../../../../contract/people/contacts-details.ts'
import { serve } from '../../../../../kernel/http/serve.ts'
import { expectedVersion } from '../../../../../kernel/http/versions.ts'
import { withVersion } from '../answer.ts'
import { deleteCertification, listCertifications, saveCertification } from './certifications.service.ts'
import { listContactCertifications } from './contact-certifications.queries.ts'
import {
  deleteContactCertification,
  reviewContactCertification,
  saveContactCertification,
} from './contact-certifications.service.ts'

export const certificationRoutes = (app: FastifyInstance): void => {
  serve(app, operations.listCertifications, async ({ scope }) => listCertifications(scope))

  serve(app, operations.saveCertification, async ({ scope, params, body }) =>
    saveCertification(scope, params.certificationId, body),
  )

  serve(app, operations.deleteCertification, async ({ scope, params }) => {
    await deleteCertification(scope, params.certificationId)
    return {}
  })

  serve(app, operations.listContactCertifications, async ({ scope, params }, reply) =>
    withVersion(reply, await listContactCertifications(scope, params.contactId)),
  )

  serve(app, operations.saveContactCertification, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    const { contactId, certificationContactId } = params
    return withVersion(reply, await saveContactCertification(scope, contactId, certificationContactId, body, expected))
  })

  serve(app, operations.reviewContactCertification, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    const { contactId, certificationContactId } = params
    return withVersion(reply, await reviewContactCertification(scope, contactId, certificationContactId, body, expected))
  })

  serve(app, operations.deleteContactCertification, async (request, reply) => {
    const { scope, params } = request
    const { contactId, certificationContactId } = params
    return withVersion(
      reply,
      await deleteContactCertification(scope, contactId, certificationContactId, expectedVersion(request)),
    )
  })
}
