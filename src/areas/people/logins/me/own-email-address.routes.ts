import type { FastifyPluginAsync } from 'fastify'
import type { OwnEmailAddress } from '#contract/people/logins-own'
import { operations } from '#contract/people/logins-own'
import { serve } from '#kernel/http/serve'
import type { OwnLogin } from '#services/identity/own-login/own-login'
import { requireStaff } from './person.model.ts'

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
