import type { FastifyPluginAsync } from 'fastify'
import type { OwnLoginProofInput, OwnSecondFactors } from '#contract/people/logins-own'
import { operations } from '#contract/people/logins-own'
import { notFound } from '#kernel/errors/problem'
import { serve } from '#kernel/http/serve'
import type { OwnLogin } from '#services/identity/own-login/own-login'
import { requireStaff } from './person.model.ts'

type Factors = Awaited<ReturnType<OwnLogin['findFactors']>>

const presentFactors = ({ hasApp, passkeys, codesLeft }: Factors): OwnSecondFactors => ({
  HasApp: hasApp,
  Passkeys: passkeys.map(({ id, name, lastUsedAt, createdAt }) => ({
    PasskeyId: id,
    Name: name,
    LastUsedDate: lastUsedAt?.toISOString() ?? null,
    CreatedDate: createdAt.toISOString(),
  })),
  RecoveryCodesLeft: codesLeft,
})

const proofOf = ({ CurrentPassword, Code }: OwnLoginProofInput) => ({
  password: CurrentPassword,
  code: Code ?? undefined,
})

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
