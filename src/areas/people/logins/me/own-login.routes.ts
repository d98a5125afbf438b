import type { FastifyPluginAsync } from 'fastify'
import {
  type OwnEmailAddress,
  type OwnLoginProofInput,
  type OwnSecondFactors,
  operations,
} from '#contract/people/logins-own'
import { notFound } from '#kernel/errors/problem'
import { serve } from '#kernel/http/serve'
import type { OwnLogin } from '#services/identity/own-login/own-login'
import { presentApplication, presentSession } from './me.presenter.ts'
import { requirePerson, requireStaff } from './person.model.ts'

type State = Awaited<ReturnType<OwnLogin['findEmail']>>

const presentEmail = ({ email, pending }: State): OwnEmailAddress => ({
  EmailAddress: email,
  PendingEmailAddress: pending?.email ?? null,
  ExpiresDate: pending?.expiresAt.toISOString() ?? null,
})

/** Serves the address with which the caller signs in. */
export const ownEmailAddress: FastifyPluginAsync = async (app) => {
  const { identity } = app

  serve(app, operations.getOwnEmailAddress, async (request) =>
    presentEmail(await identity.own.findEmail(requireStaff(request).loginId)),
  )

  serve(app, operations.changeOwnEmailAddress, async (request) => {
    const { EmailAddress, CurrentPassword, Code } = request.body
    const proof = { password: CurrentPassword, code: Code ?? undefined }
    return presentEmail(await identity.own.requestEmail(requireStaff(request), proof, EmailAddress))
  })

  serve(app, operations.cancelOwnEmailAddressChange, async (request) =>
    presentEmail(await identity.own.cancelEmail(requireStaff(request).loginId)),
  )
}

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

/** Serves the own sessions in browsers. */
export const ownSessions: FastifyPluginAsync = async (app) => {
  const { identity } = app
  const options = { acceptsMembers: true }

  serve(
    app,
    operations.listOwnSessions,
    async (request) => (await identity.own.listSessions(requirePerson(request).user)).map(presentSession),
    options,
  )

  serve(
    app,
    operations.endOwnSessions,
    async (request) => {
      await identity.own.endSessions(requirePerson(request).user)
      return {}
    },
    options,
  )

  serve(
    app,
    operations.endOwnSession,
    async (request) => {
      const { user } = requirePerson(request)
      if (!(await identity.own.endSession(user, request.params.sessionId))) throw notFound('session')
      return {}
    },
    options,
  )
}

/** Serves the applications that the caller has allowed to act for it. */
export const ownApplications: FastifyPluginAsync = async (app) => {
  const { identity } = app
  const options = { acceptsMembers: true }

  serve(
    app,
    operations.listOwnApplications,
    async (request) => {
      const { user } = requirePerson(request)
      const found = await identity.own.listApps(user, request.scope.db.tenantId)
      return found.map((one) => presentApplication(one, request.caller?.credential))
    },
    options,
  )

  serve(
    app,
    operations.endOwnApplication,
    async (request) => {
      const { user } = requirePerson(request)
      if (!(await identity.own.endApp(user, request.scope.db.tenantId, request.params.clientId)))
        throw notFound('application')
      await app.credentialsSettled()
      return {}
    },
    options,
  )
}
