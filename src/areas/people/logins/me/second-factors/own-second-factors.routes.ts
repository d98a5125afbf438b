import type { FastifyPluginAsync } from 'fastify'
import type { OwnLoginProofInput } from '#contract/people/logins-own'
import { operations } from '#contract/people/logins-own'
import { notFound } from '#kernel/errors/problem'
import { serve } from '#kernel/http/serve'
import { requireStaff } from '../person.model.ts'
import { presentFactors } from './own-second-factors.presenter.ts'

const proofOf = ({ CurrentPassword, Code }: OwnLoginProofInput) => ({
  password: CurrentPassword,
  code: Code ?? undefined,
})

/** The second factors of the caller. */
export const ownSecondFactors: FastifyPluginAsync = async (app) => {
  const { identity } = app

  serve(app, operations.getOwnSecondFactors, async (request) =>
    presentFactors(await identity.own.findFactors(requireStaff(request).loginId)),
  )

  serve(app, operations.beginAuthenticatorApp, async (request) => {
    const { secret, uri } = await identity.own.beginApp(requireStaff(request), proofOf(request.body))
    return { Secret: secret, Uri: uri }
  })

  serve(app, operations.confirmAuthenticatorApp, async (request) => ({
    RecoveryCodes: await identity.own.confirmApp(requireStaff(request), request.body.Code),
  }))

  serve(app, operations.removeAuthenticatorApp, async (request) => {
    await identity.own.removeApp(requireStaff(request), proofOf(request.body))
    return {}
  })

  serve(app, operations.removePasskey, async (request) => {
    const { body, params } = request
    if (!(await identity.own.removePasskey(requireStaff(request), proofOf(body), params.passkeyId)))
      throw notFound('passkey')
    return {}
  })

  serve(app, operations.renewRecoveryCodes, async (request) => ({
    RecoveryCodes: await identity.own.renewCodes(requireStaff(request), proofOf(request.body)),
  }))
}
