import type { FastifyInstance } from 'fastify'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { each, gone, withVersion } from '../contact-parts.ts'
import { presentCertification } from './certifications.presenter.ts'
import { deleteCertification, listCertifications, saveCertification } from './certifications.service.ts'
import { presentContactCertification } from './contact-certifications.presenter.ts'
import { listContactCertifications } from './contact-certifications.queries.ts'
import {
  deleteContactCertification,
  reviewContactCertification,
  saveContactCertification,
} from './contact-certifications.service.ts'

export const certificationRoutes = (app: FastifyInstance): void => {
  serve(app, operations.listCertifications, async ({ scope }) =>
    (await listCertifications(scope)).map(presentCertification),
  )

  serve(app, operations.saveCertification, async ({ scope, params, body }) =>
    presentCertification(await saveCertification(scope, params.certificationId, body)),
  )

  serve(app, operations.deleteCertification, async ({ scope, params }) => {
    await deleteCertification(scope, params.certificationId)
    return {}
  })

  serve(app, operations.listContactCertifications, async ({ scope, params }, reply) => {
    const found = await listContactCertifications(scope, params.contactId)
    return withVersion(
      reply,
      found,
      each((row) => presentContactCertification(scope, row)),
    )
  })

  serve(app, operations.saveContactCertification, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    const { contactId, certificationContactId } = params
    const saved = await saveContactCertification(scope, contactId, certificationContactId, body, expected)
    return withVersion(reply, saved, (row) => presentContactCertification(scope, row))
  })

  serve(app, operations.reviewContactCertification, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    const { contactId, certificationContactId } = params
    const saved = await reviewContactCertification(scope, contactId, certificationContactId, body, expected)
    return withVersion(reply, saved, (row) => presentContactCertification(scope, row))
  })

  serve(app, operations.deleteContactCertification, async (request, reply) => {
    const { scope, params } = request
    const { contactId, certificationContactId } = params
    return withVersion(
      reply,
      await deleteContactCertification(scope, contactId, certificationContactId, expectedIfMatch(request)),
      gone,
    )
  })
}
