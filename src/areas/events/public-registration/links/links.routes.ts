import type { FastifyPluginAsync } from 'fastify'
import { operations, type RegistrationLink } from '#contract/events/public-registration'
import { serve } from '#kernel/http/serve'
import { visitEvent } from '../event-visit.queries.ts'
import { respond } from '../public-responses.presenter.ts'
import { formOfLink, readLink, requestLink } from './links.service.ts'

/** A credential of staff or of a member counts; none is needed. */
const OPTIONS = { takesCredential: true } as const

/** Links in mails that continue a registration. */
export const registrationLinks: FastifyPluginAsync = async (app) => {
  serve(
    app,
    operations.mailRegistrationLink,
    (request) =>
      respond(async () =>
        presentLink(await requestLink(await visitEvent(app, request, request.params.id), request.body)),
      ),
    OPTIONS,
  )

  serve(
    app,
    operations.openRegistrationLink,
    (request) =>
      respond(async () => {
        const link = await readLink(await visitEvent(app, request, request.params.id), request.body.Token)
        return { ...presentLink(link), Form: JSON.stringify(link.form) }
      }),
    OPTIONS,
  )
}

const presentLink = (link: Awaited<ReturnType<typeof readLink>>): NonNullable<RegistrationLink> => ({
  EmailAddress: formOfLink(link).BillingInfo?.EmailAddress ?? null,
  Expires: link.expiresAt.toISOString(),
  Form: null,
})
